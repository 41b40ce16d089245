import { describe, expect, it } from "vitest";
import type { ForwardedObserver } from "../contracts/client-dialect.ts";
import type { TraceFacts, TraceRecorder } from "../contracts/trace.ts";
import { observeMessages } from "./messages/client/observe-forwarded.ts";
import { observeChat } from "./openai/chat/wire/observe-forwarded.ts";
import { observeResponses } from "./openai/responses/same-dialect/observe-forwarded.ts";

/** How each dialect ends a stream, and what it says about it. */
const dialects = [
  {
    name: "Messages",
    observe: observeMessages,
    begin: event("message_start", { message: { usage: { input_tokens: 3 } } }),
    end: `${event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } })}${event("message_stop", {})}`,
  },
  {
    name: "Chat",
    observe: observeChat,
    begin: data({ choices: [{ delta: { role: "assistant" }, finish_reason: null }] }),
    end: `${data({ choices: [{ delta: {}, finish_reason: "stop" }] })}${data({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 5 } })}data: [DONE]\n\n`,
  },
  {
    name: "Responses",
    observe: observeResponses,
    begin: event("response.created", { response: { status: "in_progress" } }),
    end: event("response.completed", {
      response: { status: "completed", output: [], usage: { input_tokens: 3, output_tokens: 5 } },
    }),
  },
] as const;

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function event(type: string, fields: object): string {
  return `event: ${type}\n${data({ type, ...fields })}`;
}

function observed(observe: typeof observeMessages, texts: readonly string[], capturesContent = true) {
  const facts: TraceFacts[] = [];
  const trace = { capturesContent, note: (noted: TraceFacts) => facts.push(noted) } as unknown as TraceRecorder;
  const observer: ForwardedObserver = observe({ "content-type": "text/event-stream" }, trace);
  for (const text of texts) observer.see(Buffer.from(text));
  return { observer, facts };
}

/** An event above what is read, in the pieces that a socket gives. */
const tooLong = ["event: content\ndata: ", ...Array.from({ length: 100 }, () => "x".repeat(20_000)), "\n\n"];

describe.each(dialects)("a forwarded stream of the dialect $name", ({ observe, begin, end }) => {
  it("reports its usage and its end, also after an event that is too long to parse", () => {
    const { observer, facts } = observed(observe, [begin, ...tooLong, end]);
    observer.end();

    const noted = Object.assign({}, ...facts) as TraceFacts;
    expect(noted).toMatchObject({ usage: { input_tokens: 3, output_tokens: 5 }, stopReason: "end_turn" });
    expect(observer.isCutOff).toBe(false);
    expect(JSON.stringify(observer.content).length).toBeLessThan(1_000);
  });

  it("is cut off until its end has arrived", () => {
    expect(observed(observe, [begin]).observer.isCutOff).toBe(true);
    expect(observed(observe, [begin, ...tooLong, begin]).observer.isCutOff).toBe(true);
    expect(observed(observe, [begin, end]).observer.isCutOff).toBe(false);
  });

  it("may have ended with an event that is too long to parse", () => {
    const { observer } = observed(observe, [begin, ...tooLong.slice(0, -1)]);

    expect(observer.isInsideEvent).toBe(true);
    observer.see(Buffer.from("\n\n"));
    expect(observer.isInsideEvent).toBe(false);
    expect(observer.isCutOff).toBe(false);
  });

  it("keeps no content unless the trace captures it", () => {
    expect(observed(observe, [begin, end]).observer.content).toHaveLength((begin + end).split("\n\n").length - 1);
    expect(observed(observe, [begin, end], false).observer.content).toBeUndefined();
  });
});
