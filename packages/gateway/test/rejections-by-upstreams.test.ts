import { describe, expect, it } from "vitest";
import { clientSearchRequest, invoiceCall, type SentRequest } from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { postMessages } from "../src/testing/post.ts";
import { messagesRejections } from "../src/testing/rejections/messages-rejections.ts";
import { startRefusing } from "../src/testing/rejections/start-refusing.ts";
import { callWhenVisible } from "../src/testing/strict/call-when-visible.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

const serverSearchRequest: SentRequest = {
  ...clientSearchRequest,
  tools: [
    { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" },
    ...clientSearchRequest.tools.slice(2),
  ],
  messages: [
    { role: "user", content: "Show me invoice 7." },
    {
      role: "assistant",
      content: [
        { type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_regex", input: { pattern: "invoice" } },
        {
          type: "tool_search_tool_result",
          tool_use_id: "srvtoolu_1",
          content: {
            type: "tool_search_tool_search_result",
            tool_references: [{ type: "tool_reference", tool_name: "mcp__billing__get_invoice" }],
          },
        },
        { type: "text", text: "Found it." },
      ],
    },
    { role: "user", content: "Then show it." },
  ],
};

const headers = { "anthropic-beta": "advanced-tool-use-2025-11-20" };
const model = callWhenVisible({ name: invoiceCall.name, input: invoiceCall.input });

describe.each(messagesRejections)("$id: $title", (rejection) => {
  const request = rejection.id === "F4" ? serverSearchRequest : clientSearchRequest;

  it("occurs for a client that talks to it directly", async () => {
    const server = await startRefusing(rejection, model);
    closers.push(server.close);
    const { status, message } = await postMessages(server.url, request, headers);
    expect(status).toBe(rejection.status ?? 400);
    expect(message.error?.message).toBe(rejection.refuse({ body: request as never, headers: new Headers(headers) }));
  });

  it.each([false, true])("does not happen behind the gateway, streaming %s", async (stream) => {
    const server = await startRefusing(rejection, model);
    const gateway = await startGateway({ upstreamUrl: server.url });
    closers.push(server.close, gateway.close);
    const { status, message, problems } = await postMessages(gateway.url, { ...request, stream }, headers);
    expect({ status, problems, refused: server.refused }).toEqual({ status: 200, problems: [], refused: [] });
    expect(message.content).toMatchObject([invoiceCall]);
    expect(message.stop_reason).toBe("tool_use");
  });
});
