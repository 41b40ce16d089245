import { afterEach, describe, expect, it } from "vitest";
import { startChatServer } from "../testing/contract/chat-server.ts";
import { startGateway } from "../testing/gateways/start-gateway.ts";
import { postMessages } from "../testing/post.ts";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const letters = `${"a".repeat(40)}!`;
const object = (properties: object) => ({ type: "object", properties });
const search = { name: "ToolSearch", description: "Finds tools.", input_schema: object({}) };
const doubled = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [
    `d${at}`,
    { anyOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
  ]),
);

/** Posts a request with one deferred tool that the model calls at once, without having found it. */
async function callUnseenTool(schema: object, input: unknown, stream: boolean) {
  const upstream = await startChatServer([
    { calls: [{ id: "call_1", name: "call_tool", input: { name: "hostile", arguments: input } }] },
    { text: "done" },
  ]);
  const gateway = await startGateway({ dialect: "openai-chat", upstreamUrl: upstream.url.replace(/\/v1$/, "") });
  open.push(gateway.close, upstream.close);
  const answer = await postMessages(gateway.url, {
    model: "m",
    max_tokens: 100,
    stream,
    messages: [{ role: "user", content: "Go." }],
    tools: [search, { name: "hostile", description: "x", input_schema: schema, defer_loading: true }],
  });
  return { answer, upstream, gateway };
}

describe.each([true, false])("a client's tool whose schema is hostile, streaming %s", (stream) => {
  it("cannot stall the gateway with a pattern: the call is checked and answered in the loop", async () => {
    const schema = object({ text: { type: "string", pattern: "^(a+)+$" } });
    const { answer, upstream } = await callUnseenTool(schema, { text: letters }, stream);

    expect(answer.message.content).toEqual([{ type: "text", text: "done" }]);
    expect(upstream.bodies[1]).toContain("does not match pattern");
  });

  it.each([
    ["a format", object({ text: { type: "string", format: "url" } }), { text: `http://${"a".repeat(60)}!` }],
    ["a reference to itself", { ...object({}), $ref: "#" }, {}],
    ["references that double at each step", { ...object({}), $ref: "#/$defs/d0", $defs: doubled }, {}],
  ])("cannot stall the gateway with %s: the call is left to the client", async (_what, schema, input) => {
    const { answer } = await callUnseenTool(schema, input, stream);

    expect(answer.message.content).toMatchObject([{ type: "tool_use", name: "hostile", input }]);
  });
});

it("records a call whose input was not validated", async () => {
  const { gateway } = await callUnseenTool({ ...object({}), $ref: "#" }, {}, false);

  expect(gateway.traces).toMatchObject([
    { warnings: ["The input of hostile was not validated: its schema takes too much work."] },
  ]);
});
