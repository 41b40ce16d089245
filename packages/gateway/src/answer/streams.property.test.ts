import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnswerEvent, MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { bm25Entry, deferred, tool, user } from "../testing/answering/blocks.ts";
import { type ScriptedReply, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const input = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
const name = fc.constantFrom("Bash", "get_weather", "get_stocks", "tool_search_tool_bm25", "ToolSearch", "unknown", "");
const oneCall = fc.oneof(
  fc.record({ name, input }),
  fc.record({ name: fc.constant("call_tool"), input: fc.record({ name, arguments: fc.oneof(input, fc.json()) }) }),
  fc.record({ name: fc.constant("call_tool"), input }),
  fc.record({
    name: fc.constantFrom("tool_search_tool_bm25", "ToolSearch"),
    input: fc.record({ query: fc.constantFrom("weather", "zzz", "stocks") }),
  }),
);
const count = fc.nat(1000);
const usage = fc.record(
  {
    cache_creation_input_tokens: count,
    cache_creation: fc.record({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }),
    output_tokens_details: fc.record({ thinking_tokens: count }),
    server_tool_use: fc.record({ web_search_requests: count, web_fetch_requests: count }),
  },
  { requiredKeys: [] },
);
const fields = fc.record(
  {
    container: fc.record({ id: fc.constantFrom("container_1", "container_2") }),
    context_management: fc.record({ applied_edits: fc.array(fc.record({ cleared_input_tokens: count })) }),
    stop_details: fc.constant({ type: "x" }),
  },
  { requiredKeys: [] },
);
const words = { thinking: fc.string(), text: fc.string(), usage, fields };
const wholeReply: fc.Arbitrary<ScriptedReply> = fc.record(
  {
    ...words,
    calls: fc.array(oneCall, { maxLength: 3 }),
    stopReason: fc.constantFrom("max_tokens", "end_turn", "refusal"),
  },
  { requiredKeys: [] },
);
/** Ends within the arguments of the bridge's tool, before the name of the real one is there. */
const cutReply: fc.Arbitrary<ScriptedReply> = fc
  .tuple(fc.record(words, { requiredKeys: [] }), fc.nat(20))
  .map(([said, length]) => ({
    ...said,
    calls: [{ name: "call_tool", cutInput: '{"name":"get_weather'.slice(0, length) }],
    stopReason: "max_tokens",
  }));
const oneReply = fc.oneof({ weight: 4, arbitrary: wholeReply }, { weight: 1, arbitrary: cutReply });

const choices = fc.constantFrom(undefined, { type: "any" }, { type: "tool", name: "Bash" }, { type: "none" });

const variants: readonly {
  readonly variant: string;
  readonly tools: MessagesBody["tools"];
  readonly inject: "off" | "always";
}[] = [
  {
    variant: "client search",
    tools: [tool("Bash"), tool("ToolSearch"), deferred("get_weather"), deferred("get_stocks")],
    inject: "off",
  },
  {
    variant: "server search",
    tools: [bm25Entry, tool("Bash"), deferred("get_weather"), deferred("get_stocks")],
    inject: "off",
  },
  {
    variant: "injected search",
    tools: [tool("Bash"), tool("mcp__a__get_weather"), tool("mcp__a__get_stocks")],
    inject: "always",
  },
];

/** What a client's stream reader relies on. */
function checkStream(events: readonly AnswerEvent[]): void {
  const types = events.map(({ type }) => type);
  expect(types[0]).toBe("message_start");
  expect(types.slice(-2)).toEqual(["message_delta", "message_stop"]);
  expect(
    types.filter((type) => type === "message_start" || type === "message_stop" || type === "message_delta"),
  ).toHaveLength(3);
  let open: number | undefined;
  let next = 0;
  for (const event of events) {
    if (event.type === "content_block_start") {
      expect(open).toBeUndefined();
      expect(event.index).toBe(next++);
      open = event.index;
    } else if (event.type === "content_block_delta") {
      expect(event.index).toBe(open);
    } else if (event.type === "content_block_stop") {
      expect(event.index).toBe(open);
      open = undefined;
    }
  }
  expect(open).toBeUndefined();
}

describe.each(variants)("$variant, whatever the model says and wherever it is split", ({ tools, inject }) => {
  it.each(["bridge", "native", "append"] as const)("streams the same as it answers whole (%s)", async (loader) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(oneReply, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        choices,
        async (replies, pieceLength, choice) => {
          const answers = [];
          for (const stream of [true, false]) {
            let suffix = 0;
            const upstream = scriptedModel((_body, number) => replies[number - 1] ?? { text: "The end." }, {
              pieceLength,
            });
            const body: MessagesBody = {
              model: "m",
              max_tokens: 1000,
              messages: [user("Go.")],
              tools,
              stream,
              ...(choice === undefined ? {} : { tool_choice: choice }),
            };
            const answerRequest = createAnswerRequest({ embedder: null, createIdSuffix: () => `s${suffix++}` });
            const reply = await ask(answerRequest, { body, upstream, route: { loader, inject } });
            if (stream) checkStream(reply.events);
            answers.push({
              message: reply.message,
              bodies: upstream.bodies.map((sent) => ({ ...sent, stream: undefined })),
            });
          }

          expect(answers[0]).toEqual(answers[1]);
          // A model that may call any tool passes through where the client knows of no search.
          if (inject === "always" && choice?.type === "any") return;
          const names = answers[0]?.message.content.flatMap((block) => ("name" in block ? [block.name] : []));
          expect(names).not.toContain("");
          // Where there is no bridge, its name is one that the model made up.
          if (loader === "bridge") expect(JSON.stringify(answers[0]?.message)).not.toContain("call_tool");
        },
      ),
      { numRuns: 60 },
    );
  });
});
