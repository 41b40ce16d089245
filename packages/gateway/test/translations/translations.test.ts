import { describe, expect, it } from "vitest";
import { useClosers } from "../../src/testing/use-closers.ts";
import { combinations, startCombination, wires } from "./combinations.ts";
import { type Answered, type Asked, defined } from "./exchange.ts";
import { type Feature, features, question, weather } from "./features.ts";

const closers = useClosers();

/** What lets each API trust a thought: a signature, or the thought encrypted under the id of its item. */
const proofs = {
  messages: "c2lnbmVk",
  responses: `gAAAA${Buffer.from(JSON.stringify(["rs_1", "I should look."])).toString("base64url")}`,
  chat: undefined,
};
const usage = { input: 30, cached: 12, output: 5 };

function answerOf({ answer }: Feature): Answered {
  return {
    ...(answer?.calls === undefined && answer?.refusal === undefined && { text: "Fine." }),
    end: "stop",
    usage,
    ...answer,
  };
}

describe.each(combinations)("A client of $client on $upstream.title", (combination) => {
  const { client } = combination;
  const own = features.filter(({ clients }) => clients?.includes(client) ?? true);

  it.each(own.flatMap((feature) => [false, true].map((isStreaming) => ({ ...feature, isStreaming }))))(
    "has $title, streaming $isStreaming",
    async ({ isStreaming, ...feature }) => {
      const answer = answerOf(feature);
      const running = await startCombination(combination, [answer]);
      closers.push(running.close);
      const body = wires[client].writeRequest(feature.ask);
      const asked = wires[client].readAnswer(running.url, body, isStreaming);
      const rejected = feature.rejected?.(combination);
      if (rejected !== undefined) {
        await expect(asked).rejects.toMatchObject({ status: 400, message: expect.stringContaining(rejected) });
        expect(running.bodies).toEqual([]);
        return;
      }
      const { items: _items, ...received } = await asked;

      expect(running.rejected).toEqual([]);
      const [seen] = running.seen;
      const expected: Partial<Asked> = { ...feature.ask, ...feature.seen?.(combination) };
      for (const field of Object.keys(expected) as (keyof Asked)[]) {
        expect(seen?.[field], field).toEqual(expected[field]);
      }
      expect(received).toEqual(defined({ ...answer, ...feature.got?.(combination) }));
    },
  );

  it.each([false, true])("gives the model its own thoughts back, streaming %s", async (isStreaming) => {
    const thought = { text: "I should look.", proof: proofs[combination.upstream.wire] };
    const call = { id: "call_1", name: weather.name, input: { city: "Rome" } };
    const running = await startCombination(combination, [
      { thought, calls: [call], end: "calls", usage },
      { text: "Sunny.", end: "stop", usage },
    ]);
    closers.push(running.close);
    const { writeRequest, readAnswer } = wires[client];
    const ask: Asked = { effort: "low", tools: [weather], steps: [question] };
    const first = await readAnswer(running.url, writeRequest(ask), isStreaming);
    expect(first).toMatchObject({ thought: { text: thought.text }, calls: [call] });

    const result = { result: [{ text: "Sunny." }], of: "call_1" };
    const steps = [question, { received: first.items }, result];
    const second = await readAnswer(running.url, writeRequest({ ...ask, steps }), isStreaming);
    expect(second).toMatchObject({ text: "Sunny." });
    expect(running.rejected).toEqual([]);
    expect(running.seen[1]?.steps).toEqual([question, { thought: defined(thought), calls: [call] }, result]);
  });

  it.each([false, true])("counts what a hidden round wrote, but not its prompt, streaming %s", async (isStreaming) => {
    const call = { id: "call_1", name: weather.name, input: { city: "Rome" } };
    const wrapped = { ...call, name: "call_tool", input: { name: weather.name, arguments: call.input } };
    const search = { id: "call_0", name: "ToolSearch", input: { query: "weather" } };
    const running = await startCombination(
      combination,
      [
        { calls: [search], end: "calls", usage },
        { calls: [wrapped], end: "calls", usage: { input: 40, cached: 30, output: 7 } },
      ],
      { inject: "always", loader: "bridge" },
    );
    closers.push(running.close);
    const { writeRequest, readAnswer } = wires[client];
    const received = await readAnswer(running.url, writeRequest({ tools: [weather], steps: [question] }), isStreaming);

    expect(running.bodies).toHaveLength(2);
    expect(received).toMatchObject({ calls: [call], usage: { input: 40, cached: 30, output: usage.output + 7 } });
  });
});
