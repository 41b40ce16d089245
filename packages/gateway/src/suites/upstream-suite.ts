import assert from "node:assert/strict";
import type { Check } from "@toolcrib/shared/suites";
import { assembleMessage, collectEvents, orderProblems } from "./answer-events.ts";
import type { Script } from "./scripted-turn.ts";
import { upstreamFailureChecks } from "./upstream-failure-checks.ts";
import {
  inputTokensOf,
  type StartUpstream,
  type UpstreamUnderTest,
  upstreamCall,
  upstreamQuestion,
} from "./upstream-under-test.ts";

const calls = [
  { id: "toolu_one", name: "read_file", input: { path: "notes/première.txt", lines: [1, 2], deep: { a: null } } },
  { id: "toolu_two", name: "write_file", input: { path: 'quo"te' } },
] as const;
const callsAndText = { thinking: "Both files matter.", text: "I will look at both.", calls };

/** What every upstream does, whatever its wire format. Each check starts its own endpoint and stops it. */
export function upstreamSuite(start: StartUpstream): readonly Check[] {
  const using = (title: string, script: Script, check: (underTest: UpstreamUnderTest) => Promise<void>): Check => ({
    title,
    run: async () => {
      const underTest = await start(script);
      try {
        await check(underTest);
      } finally {
        underTest.upstream.close?.();
        await underTest.stop();
      }
    },
  });
  const question = upstreamQuestion;
  const streamed = { ...question, stream: true };

  return [
    using("is of specification v1, with a name and a dialect", [{}], async ({ upstream }) => {
      assert.equal(upstream.specificationVersion, "v1");
      assert.ok(upstream.name !== "" && upstream.dialect !== "", "expected a name and a dialect");
    }),
    using("returns a whole answer in the inner form", [{ text: "Nothing to do." }], async ({ upstream }) => {
      const message = await upstream.doGenerate(upstreamCall(question));
      const { type, role, model, content, stop_reason, stop_sequence } = message;
      assert.deepEqual(
        { type, role, model, stop_reason, stop_sequence },
        { type: "message", role: "assistant", model: question.model, stop_reason: "end_turn", stop_sequence: null },
      );
      assert.deepEqual(textsOf(content), ["Nothing to do."]);
      assert.match(message.id, /^msg_/);
      assert.ok(inputTokensOf(message) > 0, "expected input tokens");
      assert.ok(message.usage.output_tokens > 0, "expected output tokens");
    }),
    using("streams the same answer, with events in the API's order", [callsAndText], async ({ upstream }) => {
      const events = await collectEvents(await upstream.doStream(upstreamCall(streamed)));
      assert.deepEqual(orderProblems(events), []);
      const [whole, pieced] = [await upstream.doGenerate(upstreamCall(question)), assembleMessage(events)];
      assert.deepEqual(pieced.content, whole.content);
      assert.equal(pieced.stop_reason, "tool_use");
      assert.equal(inputTokensOf(pieced), inputTokensOf(whole));
    }),
    using("keeps the ids, names and arguments of parallel calls", [callsAndText], async ({ upstream }) => {
      const { content } = await upstream.doGenerate(upstreamCall(question));
      const received = content.flatMap((block) => {
        const { type, id, name, input } = block as { type: string; id?: string; name?: string; input?: unknown };
        return type === "tool_use" ? [{ id, name, input }] : [];
      });
      assert.deepEqual(received, calls);
      assert.deepEqual(textsOf(content), [callsAndText.text]);
      // Not every wire format has the model's thinking.
      const types = content.map(({ type }) => type).filter((type) => type !== "thinking");
      assert.deepEqual(types, ["text", "tool_use", "tool_use"]);
    }),
    using(
      "accepts its own answer back, with the results of the calls",
      [callsAndText, { text: "Done." }],
      async ({ upstream, received, rejected }) => {
        const { content } = await upstream.doGenerate(upstreamCall(question));
        const failed = [{ type: "text", text: "no room" }];
        const results = [
          { type: "tool_result", tool_use_id: calls[0].id, content: "a note" },
          { type: "tool_result", tool_use_id: calls[1].id, content: failed, is_error: true },
        ];
        const messages = [...question.messages, { role: "assistant", content }, { role: "user", content: results }];
        const answer = await upstream.doGenerate(upstreamCall({ ...question, messages: messages as never }));
        assert.deepEqual(rejected?.() ?? [], []);
        assert.deepEqual(textsOf(answer.content), ["Done."]);
        for (const text of ["a note", "no room"]) {
          assert.ok(received()[1]?.includes(text) === true, `expected the result "${text}" at the endpoint`);
        }
      },
    ),
    using("sends the same bytes for the same request", [{ text: "Yes." }], async ({ upstream, received }) => {
      for (let count = 0; count < 2; count++) await upstream.doGenerate(upstreamCall(structuredClone(question)));
      const [first, second] = received();
      assert.ok(first !== undefined, "expected a request at the endpoint");
      assert.equal(second, first);
    }),
    using(
      "reports that an answer was cut off at its maximum length",
      [{ text: "This is lon", isCut: true }],
      async ({ upstream }) => {
        assert.equal((await upstream.doGenerate(upstreamCall(question))).stop_reason, "max_tokens");
        const events = await collectEvents(await upstream.doStream(upstreamCall(streamed)));
        assert.equal(assembleMessage(events).stop_reason, "max_tokens");
      },
    ),
    ...upstreamFailureChecks(using),
  ];
}

function textsOf(content: readonly object[]): readonly string[] {
  return content.flatMap((block) => ("text" in block ? [String(block.text)] : []));
}
