import { describe, expect, it } from "vitest";
import { createStrictChatApi } from "../src/testing/chat/strict-chat-api.ts";
import { clientSearchRequest, invoiceCall, invoiceTool, otherTool } from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { postMessages } from "../src/testing/post.ts";
import { chatRejections } from "../src/testing/rejections/chat-rejections.ts";
import type { Rejection } from "../src/testing/rejections/rejection.ts";
import { startRefusing } from "../src/testing/rejections/start-refusing.ts";
import { serveFetch } from "../src/testing/serve.ts";
import { callWhenVisible } from "../src/testing/strict/call-when-visible.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

const longName = `mcp__${"a_server_with_a_very_long_name__".repeat(3)}get_invoice`;
const functionTool = (name: string) => ({ type: "function", function: { name, parameters: { type: "object" } } });
const lookup = functionTool("lookup");
const messages = [{ role: "user", content: "Show me invoice 7." }];
const replayed = [
  ...messages,
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "call_1", type: "function", function: { name: "get_invoice", arguments: "{}" } }],
  },
  { role: "tool", tool_call_id: "call_1", content: "It is paid." },
];

/** What a client without the gateway sends there, in OpenAI's own words for deferred tools. */
const directBodies: Readonly<Record<string, object>> = {
  F7: { messages, tools: [{ ...lookup, defer_loading: true }] },
  F8: { messages, tools: [lookup, { ...lookup, defer_loading: true }] },
  F9: { messages, tools: [lookup, { type: "tool_search" }] },
  F10: { messages, tools: [lookup, { type: "tool_search" }] },
  F11: { messages, tools: [lookup, { type: "namespace", name: "billing", tools: [lookup] }] },
  F20: { messages: replayed, tools: [lookup] },
  F21: { messages, tools: Array.from({ length: 600 }, (_, number) => functionTool(`tool_${number}`)) },
  F24: { messages, tools: [functionTool(longName)] },
};

/** Refusals of Chat Completions itself: the strict server has them. */
const ownRejections: readonly Rejection[] = [
  { id: "F7", title: "OpenAI does not know deferred tools", dialect: "openai-chat", refuse: () => undefined },
  { id: "F24", title: "names over 64 characters are refused", dialect: "openai-chat", refuse: () => undefined },
];
const ownWords: Readonly<Record<string, string>> = {
  F7: "Unknown parameter: 'tools.defer_loading'.",
  F24: `Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length ${longName.length} instead.`,
};

/** The same wish of a client that speaks to the gateway: a catalogue with the found tool in it. */
function requestFor(id: string): { readonly name: string; readonly body: object } {
  const name = id === "F24" ? longName : invoiceTool.name;
  const count = id === "F21" ? 600 : 20;
  const others = Array.from({ length: count }, (_, number) => otherTool(`mcp__other__tool_${number}`));
  const tools = [...clientSearchRequest.tools.slice(0, 2), { ...invoiceTool, name, defer_loading: true }, ...others];
  const found = JSON.parse(JSON.stringify(clientSearchRequest.messages).replaceAll(invoiceTool.name, name)) as object[];
  const called = [
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_2", name, input: { number: 6 } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_2", content: "Not this one." }] },
  ];
  return { name, body: { ...clientSearchRequest, tools, messages: [...found, ...called] } };
}

describe.each([...ownRejections, ...chatRejections])("$id: $title", (rejection) => {
  const { id } = rejection;
  const { name, body } = requestFor(id);
  const model = callWhenVisible({ name, input: invoiceCall.input });

  it("occurs for a client that talks to it directly", async () => {
    const server = await startRefusing(rejection, model);
    closers.push(server.close);
    const direct = { model: "gpt", ...directBodies[id] };
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: "Bearer key" },
      body: JSON.stringify(direct),
    });
    const { error } = (await response.json()) as { readonly error?: { readonly message: string } };
    expect(response.status).toBe(400);
    expect(error?.message).toBe(ownWords[id] ?? rejection.refuse({ body: direct, headers: new Headers() }));
  });

  it.each([
    ["auto", false],
    ["auto", true],
    ["append", true],
  ] as const)("does not happen behind the gateway with the loader %s, streaming %s", async (loader, stream) => {
    const server = await startRefusing(rejection, model);
    const gateway = await startGateway({ upstreamUrl: server.url, dialect: "openai-chat", loader });
    closers.push(server.close, gateway.close);
    const { status, message, problems } = await postMessages(gateway.url, { ...body, stream });
    expect({ status, problems, refused: server.refused }).toEqual({ status: 200, problems: [], refused: [] });
    expect(message.content).toMatchObject([{ ...invoiceCall, name }]);
    expect(message.stop_reason).toBe("tool_use");
  });
});

describe("F23: an endpoint that defers unmarked tools", () => {
  const model = callWhenVisible({ name: "Bash", input: { command: "ls" } });
  const hidesAll = async () => {
    const api = createStrictChatApi(model.chat);
    // The header makes it hide every tool from its model.
    const server = await serveFetch(async (request) => {
      if (!request.headers.has("anthropic-beta")) return api.fetch(request);
      const { tools: _hidden, ...body } = (await request.json()) as Record<string, unknown>;
      return api.fetch(
        new Request(request.url, { method: "POST", headers: request.headers, body: JSON.stringify(body) }),
      );
    });
    closers.push(server.close);
    return server;
  };
  const headers = { "anthropic-beta": "advanced-tool-use-2025-11-20", authorization: "Bearer key" };

  it("leaves its model without the tools that were not deferred", async () => {
    const server = await hidesAll();
    const body = { model: "glm", messages, tools: [functionTool("Bash")] };
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(await response.text()).toContain("I have no tool Bash.");
  });

  it("does not do so behind the gateway, which sends no such header there", async () => {
    const server = await hidesAll();
    const gateway = await startGateway({ upstreamUrl: server.url, dialect: "openai-chat" });
    closers.push(gateway.close);
    const { message } = await postMessages(gateway.url, clientSearchRequest, headers);
    expect(message.content).toMatchObject([{ type: "tool_use", name: "Bash", input: { command: "ls" } }]);
  });
});
