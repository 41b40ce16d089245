import type { ToolUseBlock } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { GatewayTool, GatewayToolAnswer } from "../contracts/gateway-tool.ts";
import { RequestBudget } from "../turn/request-budget.ts";
import { answerCalls } from "./answer-calls.ts";

const call: ToolUseBlock = { type: "tool_use", id: "toolu_1", name: "search", input: {} };
const signal = new AbortController().signal;

function search(answer: GatewayTool["answer"]): GatewayTool {
  const refuse: GatewayTool["refuse"] = ({ id }, reason) => resultOf(id, reason);
  return { specificationVersion: "v1", name: "search", isSearch: true, showCall: () => undefined, answer, refuse };
}

function toolOfServer(answer: GatewayTool["answer"]): GatewayTool {
  return { ...search(answer), name: "tool_of_server", isSearch: false };
}

function resultOf(id: string, text: string): GatewayToolAnswer {
  return { shown: undefined, result: { type: "tool_result", tool_use_id: id, content: text } };
}

describe("answering calls inside the loop", () => {
  it("stops waiting for a search when the client disconnects", async () => {
    const controller = new AbortController();
    const calls = [{ tool: search(() => new Promise(() => {})), call }];
    const answering = answerCalls(calls, new RequestBudget(), controller.signal);
    controller.abort(new Error("the client has gone"));
    await expect(answering).rejects.toThrow("the client has gone");
  });

  it("starts nothing if the client has already disconnected", async () => {
    let begun = 0;
    const tool = search(() => {
      begun++;
      return new Promise(() => {});
    });
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(answerCalls([{ tool, call }], new RequestBudget(), gone)).rejects.toThrow("gone");
    expect(begun).toBe(0);
  });

  it("answers in the order of the calls, sixteen at a time, with other requests in between", async () => {
    let running = 0;
    let maxRunning = 0;
    let turnsOfOthers = 0;
    let other = setImmediate(function turn() {
      turnsOfOthers++;
      other = setImmediate(turn);
    });
    const tool = toolOfServer(async ({ id }) => {
      maxRunning = Math.max(maxRunning, ++running);
      await Promise.resolve();
      running--;
      return resultOf(id, `answer ${id}`);
    });
    const calls = Array.from({ length: 200 }, (_, at) => ({ tool, call: { ...call, id: `t${at}` } }));

    const answers = await answerCalls(calls, new RequestBudget(), signal);
    clearImmediate(other);

    expect(answers.map(({ result }) => result.content)).toEqual(calls.map((own) => `answer ${own.call.id}`));
    expect(maxRunning).toBe(16);
    expect(turnsOfOthers).toBeGreaterThan(5);
  });

  it("makes at most 256 calls for one request over all rounds, and tells the model", async () => {
    const tool = toolOfServer(async ({ id }) => resultOf(id, "made"));
    const budget = new RequestBudget();
    const round = () =>
      answerCalls(
        Array.from({ length: 200 }, () => ({ tool, call })),
        budget,
        signal,
      );

    const answers = [...(await round()), ...(await round())].map(({ result }) => result.content);

    expect(answers.filter((text) => text === "made")).toHaveLength(256);
    expect(answers.at(-1)).toBe("Not run: more than 256 calls in one request. Go on with what you have.");
  });

  it("answers at most 32 searches of one message, each in a turn of its own, and all other calls", async () => {
    let turnsOfOthers = 0;
    let other = setImmediate(function turn() {
      turnsOfOthers++;
      other = setImmediate(turn);
    });
    const turns = new Set<number>();
    const searching = search(async ({ id }) => {
      turns.add(turnsOfOthers);
      return resultOf(id, "found");
    });
    const calling = toolOfServer(async ({ id }) => resultOf(id, "made"));
    const calls = Array.from({ length: 80 }, (_, at) => ({ tool: at % 2 === 0 ? searching : calling, call }));

    const answers = await answerCalls(calls, new RequestBudget(), signal);
    clearImmediate(other);

    const ofSearches = answers.filter(({ tool }) => tool === searching).map(({ result }) => result.content);
    expect(ofSearches.slice(0, 32)).toEqual(Array.from({ length: 32 }, () => "found"));
    expect(new Set(ofSearches.slice(32))).toEqual(
      new Set([
        "Not run: more than 32 searches in one message. Read what the others found, then search for what is still missing.",
      ]),
    );
    expect(answers.filter(({ result }) => result.content === "made")).toHaveLength(40);
    expect(turns.size).toBe(32);
  });
});
