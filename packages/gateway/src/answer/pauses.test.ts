import { expect, it } from "vitest";
import { ask } from "../testing/answering/ask.ts";
import { deferred, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const body = { model: "m", max_tokens: 9, messages: [user("Go.")], tools: [tool("Bash"), deferred("get_weather")] };
const route = { loader: "bridge" } as const;

/** Takes some turns of the event loop, and notes what had happened before. */
function pauses(what: () => string) {
  const before: string[] = [];
  const pause = async () => {
    before.push(what());
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { before, pause };
}

it("lets other requests run between the steps of a large one, before and after it is sent", async () => {
  const upstream = scriptedModel(() => ({ text: "ok" }));
  const { before, pause } = pauses(() => (upstream.bodies.length === 0 ? "planned" : "sent"));
  const { message } = await ask(createAnswerRequest({ embedder: null }), { body, upstream, route, pause });

  expect(message.content).toEqual([{ type: "text", text: "ok" }]);
  expect(before).toEqual(["planned", "planned", "planned", "sent", "sent", "sent"]);
});

it("tells the client of an upstream that fails in a pause", async () => {
  const upstream = { ...scriptedModel(() => ({ text: "ok" })), doGenerate: () => Promise.reject(new Error("gone")) };
  const { pause } = pauses(() => "");

  await expect(ask(createAnswerRequest({ embedder: null }), { body, upstream, route, pause })).rejects.toThrow();
});
