import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { askDoor } from "./doors/ask-door.ts";
import { chatDoor } from "./doors/chat.ts";
import { messagesDoor } from "./doors/messages.ts";
import { responsesDoor } from "./doors/responses.ts";
import { scriptedAnswer } from "./scenario/scenario.ts";
import { chatModel } from "./upstream/chat-model.ts";
import { messagesModel } from "./upstream/messages-model.ts";

/** Answers every request with this. */
async function serve(status: number, events: readonly string[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(status).end(events.join("")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The events of the Responses API that matter here. */
function writeResponses(text: string, { name, input }: { readonly name: string; readonly input: unknown }) {
  const [, namespace, member] = /^(.+)__(.+)$/.exec(name) ?? [];
  const call = { type: "function_call", namespace, name: member, arguments: JSON.stringify(input) };
  return [
    { type: "response.output_text.delta", delta: text },
    { type: "response.output_item.done", item: call },
  ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

const question = { model: "m", text: "Open an issue", arrival: "whole" } as const;
const { text } = scriptedAnswer;
const [call = { name: "", input: {} }] = scriptedAnswer.calls;

describe.each([
  ["Messages", messagesDoor, messagesModel.write],
  ["Chat Completions", chatDoor, chatModel.write],
  ["Responses", responsesDoor, writeResponses],
] as const)("the %s door", (_name, door, write) => {
  it("accepts the scripted answer", async () => {
    await askDoor(await serve(200, write(text, call)), door, question);
  });

  it.each([
    ["another text", write("I open", call)],
    ["another tool", write(text, { ...call, name: "mcp__github__close_issue" })],
    ["other arguments", write(text, { ...call, input: { title: "Door squeaks" } })],
    ["no answer", []],
  ])("fails with %s", async (_case, events) => {
    await expect(askDoor(await serve(200, events), door, question)).rejects.toThrow("Expected the scripted answer");
  });

  it("fails with another status than 200", async () => {
    await expect(askDoor(await serve(500, write(text, call)), door, question)).rejects.toThrow("Expected status 200");
  });
});
