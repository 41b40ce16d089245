import { describe, expect, it } from "vitest";
import { messageProblem } from "../dialects/messages/wire/check-answer.ts";
import { ask } from "../testing/answering/ask.ts";
import { deferred, tool, user } from "../testing/answering/blocks.ts";
import { type ScriptedReply, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const count = 5_000;
const tools = [tool("ToolSearch"), ...Array.from({ length: 1_000 }, (_, number) => deferred(`get_weather_${number}`))];
const calls = (callOf: (number: number) => NonNullable<ScriptedReply["calls"]>[number]): ScriptedReply => ({
  calls: Array.from({ length: count }, (_, number) => callOf(number)),
});

async function answer(reply: ScriptedReply, { stream = false, loader = "bridge" } = {}) {
  const upstream = scriptedModel((_body, number) => (number === 1 ? reply : { text: "Done." }));
  const body = { model: "m", max_tokens: 1000, stream, messages: [user("Go.")], tools };
  let turns = 0;
  let isAnswered = false;
  const countTurn = (): void => {
    turns++;
    if (!isAnswered) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const { message } = await ask(createAnswerRequest({ embedder: null }), { body, upstream, route: { loader } });
  isAnswered = true;
  return { message, turns, bodies: upstream.bodies };
}

describe.each([false, true])("an answer with thousands of calls, streaming %s", (stream) => {
  it.each(["bridge", "eager"])("lets other requests run in between (%s)", async (loader) => {
    const { message, turns } = await answer(
      calls((number) => ({ id: `toolu_${number}`, name: "get_weather_1", input: { city: "Oslo" } })),
      { stream, loader },
    );

    expect(message.content).toHaveLength(count);
    expect(turns).toBeGreaterThan(count / 256);
  });

  it("gets hints about unknown names only as far as the request's budget goes", async () => {
    const { message, bodies } = await answer(
      calls((number) => ({
        id: `toolu_${number}`,
        name: "call_tool",
        input: { name: `gt_wether_${number}`, arguments: {} },
      })),
      { stream },
    );
    const shown = JSON.stringify(bodies[1]?.messages.at(-1));

    expect(message.content).toEqual([{ type: "text", text: "Done." }]);
    expect(shown.match(/There is no tool/g)).toHaveLength(count);
    // 100,000 names may be compared, and there are 1,001.
    expect(shown.match(/Nearest names/g)).toHaveLength(99);
  });
});

it("a whole answer may have as many blocks as a streamed one", () => {
  const blocks = (length: number) => ({ content: Array.from({ length }, () => ({ type: "text", text: "" })) });

  expect(messageProblem(blocks(100_001))).toBeUndefined();
  expect(messageProblem(blocks(100_002))).toBe("it has more than 100001 blocks");
});
