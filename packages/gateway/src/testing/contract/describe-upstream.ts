import { afterEach, describe, expect, it } from "vitest";
import type { AnswerMessage, MessagesBody } from "../../contracts/inner-form.ts";
import type { Upstream } from "../../contracts/upstream.ts";
import { UpstreamError } from "../../errors/upstream-error.ts";
import { assembleMessage, collectEvents, orderProblems } from "../answer-events.ts";
import { callOf } from "../call-of.ts";
import type { ContractServer } from "./chat-server.ts";
import type { Script } from "./scripted-turn.ts";

/** An upstream in front of a server that follows the script. */
export interface UpstreamUnderTest {
  readonly upstream: Upstream;
  readonly server: ContractServer;
}

const tools = ["read_file", "write_file"].map((name) => ({
  name,
  description: `Does what ${name} says.`,
  input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
}));

const question: MessagesBody = {
  model: "model-under-test",
  max_tokens: 256,
  system: [{ type: "text", text: "You are careful." } as never],
  messages: [{ role: "user", content: "Read the notes." }],
  tools,
};

const twoCalls: Script = [
  {
    thinking: "Both files matter.",
    text: "I will look at both.",
    calls: [
      { id: "toolu_one", name: "read_file", input: { path: "notes/première.txt", lines: [1, 2], deep: { a: null } } },
      { id: "toolu_two", name: "write_file", input: { path: 'quo"te' } },
    ],
  },
  { text: "Done." },
];

/** The suite that every upstream passes. `start` puts one in front of a server that follows the script. */
export function describeUpstream(name: string, start: (script: Script) => Promise<UpstreamUnderTest>): void {
  describe(`${name} as an upstream`, () => {
    const running: ContractServer[] = [];
    const started = async (script: Script): Promise<UpstreamUnderTest> => {
      const underTest = await start(script);
      running.push(underTest.server);
      return underTest;
    };
    afterEach(async () => {
      await Promise.all(running.splice(0).map((server) => server.close()));
    });

    it("gives a whole answer in the inner form", async () => {
      const { upstream } = await started([{ text: "Nothing to do." }]);
      const message = await upstream.doGenerate(callOf(question));
      expect(message).toMatchObject({ type: "message", role: "assistant", model: question.model, stop_sequence: null });
      expect(message).toMatchObject({ content: [{ type: "text", text: "Nothing to do." }], stop_reason: "end_turn" });
      expect(tokensIn(message)).toBeGreaterThan(0);
      expect(message.usage.output_tokens).toBeGreaterThan(0);
      expect(message.id).toMatch(/^msg_/);
    });

    it("streams the same answer, event by event in the API's order", async () => {
      const { upstream } = await started([twoCalls[0] ?? {}]);
      const events = await collectEvents(await upstream.doStream(callOf({ ...question, stream: true })));
      expect(orderProblems(events)).toEqual([]);
      const whole = await upstream.doGenerate(callOf(question));
      const streamed = assembleMessage(events);
      expect(streamed.content).toEqual(whole.content);
      expect(streamed.stop_reason).toBe("tool_use");
      expect(tokensIn(streamed)).toBe(tokensIn(whole));
    });

    it("keeps the ids, names and arguments of parallel calls", async () => {
      const { upstream } = await started(twoCalls);
      const { content } = await upstream.doGenerate(callOf(question));
      expect(content.filter(({ type }) => type === "tool_use")).toMatchObject(twoCalls[0]?.calls ?? []);
      expect(content.map(({ type }) => type)).toEqual(["thinking", "text", "tool_use", "tool_use"]);
    });

    it("takes its own answer back, with the results of the calls", async () => {
      const { upstream, server } = await started(twoCalls);
      const { content } = await upstream.doGenerate(callOf(question));
      const results = [
        { type: "tool_result", tool_use_id: "toolu_one", content: "a note" },
        { type: "tool_result", tool_use_id: "toolu_two", content: [{ type: "text", text: "no room" }], is_error: true },
      ];
      const messages = [...question.messages, { role: "assistant", content }, { role: "user", content: results }];
      const answer = await upstream.doGenerate(callOf({ ...question, messages: messages as never }));
      expect(server.rejected).toEqual([]);
      expect(answer.content).toEqual([{ type: "text", text: "Done." }]);
      expect(server.bodies[1]).toContain("no room");
    });

    it("sends the same bytes for the same request", async () => {
      const { upstream, server } = await started([{ text: "Yes." }]);
      await upstream.doGenerate(callOf(structuredClone(question)));
      await upstream.doGenerate(callOf(structuredClone(question)));
      expect(server.bodies[1]).toBe(server.bodies[0]);
    });

    it("says that an answer was cut", async () => {
      const { upstream } = await started([{ text: "This is lon", isCut: true }]);
      expect((await upstream.doGenerate(callOf(question))).stop_reason).toBe("max_tokens");
      const events = await collectEvents(await upstream.doStream(callOf({ ...question, stream: true })));
      expect(assembleMessage(events).stop_reason).toBe("max_tokens");
    });

    it.each([
      [400, "invalid_request_error"],
      [401, "authentication_error"],
      [403, "permission_error"],
      [404, "not_found_error"],
      [413, "request_too_large"],
      [429, "rate_limit_error"],
      [500, "api_error"],
      [529, "overloaded_error"],
    ])("tells a refusal with status %i as the API does, before any event", async (status, type) => {
      const { upstream } = await started([{ failure: { status, message: "Not this time.", retryAfter: "7" } }]);
      for (const call of [
        () => upstream.doGenerate(callOf(question)),
        () => upstream.doStream(callOf({ ...question, stream: true })),
      ]) {
        const error = await failureOf(call());
        expect(error).toBeInstanceOf(UpstreamError);
        expect(error).toMatchObject({ status, retryAfterSeconds: 7, body: { type: "error", error: { type } } });
        expect((error as UpstreamError).body.error.message).toContain("Not this time.");
      }
    });

    it.each(["dies", "breaks", "fails"] as const)(
      "ends the iteration with an error when the stream %s",
      async (fault) => {
        const { upstream } = await started([{ text: "A sentence that is longer than one piece.", fault }]);
        const events = await upstream.doStream(callOf({ ...question, stream: true }));
        expect(await failureOf(collectEvents(events))).toBeInstanceOf(UpstreamError);
      },
    );

    it("ends the call when its signal does", async () => {
      const { upstream, server } = await started([
        { text: "A sentence that is longer than one piece.", fault: "stalls" },
      ]);
      const controller = new AbortController();
      const events = await upstream.doStream(callOf({ ...question, stream: true }, controller.signal));
      setImmediate(() => controller.abort(new Error("the client has gone")));
      expect(await failureOf(collectEvents(events))).toMatchObject({ message: "the client has gone" });
      await expect.poll(() => server.abandoned()).toBe(1);
    });

    it("lets the upstream go when nobody reads on", async () => {
      const { upstream, server } = await started([
        { text: "A sentence that is longer than one piece.", fault: "stalls" },
      ]);
      for await (const event of await upstream.doStream(callOf({ ...question, stream: true }))) {
        if (event.type === "content_block_start") break;
      }
      await expect.poll(() => server.abandoned()).toBe(1);
    });

    it("says so when nothing is there", async () => {
      const { upstream, server } = await started([{}]);
      await server.close();
      const error = await failureOf(upstream.doGenerate(callOf(question)));
      expect(error).toBeInstanceOf(UpstreamError);
      expect((error as UpstreamError).status).toBeGreaterThanOrEqual(500);
    });
  });
}

function tokensIn({ usage }: AnswerMessage): number {
  return usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
