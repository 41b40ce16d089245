import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { describe, expect, it } from "vitest";
import {
  bashTool,
  clientSearchRequest,
  invoiceCall,
  invoiceTool,
  type SentRequest,
  toolSearchTool,
} from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { postMessages } from "../src/testing/post.ts";
import { serveFetch } from "../src/testing/serve.ts";
import { callWhenVisible } from "../src/testing/strict/call-when-visible.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

const [question, announcement, searchCall] = clientSearchRequest.messages;
const invoice = { ...invoiceTool, defer_loading: true };

function afterSearch(...names: string[]): SentRequest["messages"] {
  const references = names.map((tool_name) => ({ type: "tool_reference", tool_name }));
  const result = { type: "tool_result", tool_use_id: "toolu_1", content: references };
  return [question, announcement, searchCall, { role: "user", content: [result] }] as SentRequest["messages"];
}

function afterServerSearch(...names: string[]): SentRequest["messages"] {
  const call = { type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_regex", input: { pattern: "." } };
  const tool_references = names.map((tool_name) => ({ type: "tool_reference", tool_name }));
  const content = { type: "tool_search_tool_search_result", tool_references };
  const result = { type: "tool_search_tool_result", tool_use_id: "srvtoolu_1", content };
  const blocks = names.length === 0 ? [call, text("Hm.")] : [call, result, text("Found.")];
  return [
    { role: "user", content: "Show me invoice 7." },
    { role: "assistant", content: blocks },
    { role: "user", content: "Then show it." },
  ];
}

const text = (words: string) => ({ type: "text", text: words });
const regexSearch = { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" };
const notFound = (name: string) => `Tool reference '${name}' not found in available tools`;

interface Case {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly request: Partial<SentRequest>;
  /** What a model without the tool says instead of calling it. */
  readonly isWithoutTool?: boolean;
}

const cases: readonly Case[] = [
  {
    id: "F1",
    title: "a reference to a tool that is not in the request",
    words: notFound("mcp__perplexity__perplexity_search"),
    request: { messages: afterSearch("mcp__perplexity__perplexity_search", invoice.name) },
  },
  {
    id: "F1a",
    title: "the only found tool's server has gone",
    words: notFound(invoice.name),
    request: { tools: clientSearchRequest.tools.slice(0, 2), messages: afterSearch(invoice.name) },
    isWithoutTool: true,
  },
  {
    id: "F1b",
    title: "a tool that was there for a moment only",
    words: notFound("WaitForMcpServers"),
    request: { messages: afterSearch(invoice.name, "WaitForMcpServers") },
  },
  {
    id: "F1c",
    title: "a connector that was never enabled, in a request to compact",
    words: notFound("mcp__claude_ai_Intuit_QuickBooks__list"),
    request: {
      messages: [
        ...afterSearch("mcp__claude_ai_Intuit_QuickBooks__list", invoice.name),
        { role: "assistant", content: "One moment." },
        { role: "user", content: "Summarize the conversation so far." },
      ],
    },
  },
  {
    id: "F1d",
    title: "a side request with other tools",
    words: notFound(invoice.name),
    request: { tools: [bashTool], messages: afterSearch(invoice.name) },
    isWithoutTool: true,
  },
  {
    id: "F1e",
    title: "a search that has returned the search tool itself",
    words: notFound("tool_search_tool_bm25"),
    request: {
      tools: [regexSearch, bashTool, invoice],
      messages: afterServerSearch("tool_search_tool_bm25", invoice.name),
    },
  },
  {
    id: "F2",
    title: "a cache breakpoint on a deferred tool",
    words: `Tool '${invoice.name}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`,
    request: { tools: [bashTool, toolSearchTool, { ...invoice, cache_control: { type: "ephemeral" } }] },
  },
  {
    id: "F6",
    title: "a search whose result was lost on replay",
    words:
      "`tool_search_tool_regex` tool use with id `srvtoolu_1` was found without a corresponding `tool_search_tool_regex_tool_result` block",
    request: { tools: [regexSearch, bashTool, invoice], messages: afterServerSearch() },
  },
];

const model = callWhenVisible({ name: invoiceCall.name, input: invoiceCall.input });

async function startApi() {
  const api = createStrictMessagesApi(model.messages);
  const server = await serveFetch((request) => api.fetch(request));
  closers.push(server.close);
  return { api, server };
}

describe.each(cases)("$id: $title", ({ words, request, isWithoutTool }) => {
  const body = { ...clientSearchRequest, ...request };

  it("is refused by the API", async () => {
    const { server } = await startApi();
    const { status, message } = await postMessages(server.url, body);
    expect({ status, words: message.error?.message }).toEqual({ status: 400, words });
  });

  it.each([
    ["native", false],
    ["native", true],
    ["bridge", false],
    ["bridge", true],
    ["append", true],
    ["eager", true],
  ] as const)("passes through the gateway with the loader %s, streaming %s", async (loader, stream) => {
    const { api, server } = await startApi();
    const gateway = await startGateway({ upstreamUrl: server.url, loader });
    closers.push(gateway.close);
    const { status, message, problems } = await postMessages(gateway.url, { ...body, stream });
    expect({ status, problems, rejected: api.rejected }).toEqual({ status: 200, problems: [], rejected: [] });
    // Before it may stand the result of a search that the gateway has made up for.
    expect(message.content.at(-1)).toMatchObject(
      isWithoutTool === true ? { type: "text", text: `I have no tool ${invoice.name}.` } : invoiceCall,
    );
  });

  it("is repaired to the same bytes on the next identical turn", async () => {
    const { api, server } = await startApi();
    const gateway = await startGateway({ upstreamUrl: server.url, loader: "native" });
    closers.push(gateway.close);
    await postMessages(gateway.url, body);
    await postMessages(gateway.url, body);
    const [first, second] = api.accepted;
    expect(JSON.stringify(second?.body)).toBe(JSON.stringify(first?.body));
    expect(second?.cachedTokens).toBe(second?.promptTokens);
  });
});

describe("F3: all tools deferred", () => {
  it("is refused by the gateway as the API does, whatever is behind it", async () => {
    const body = { ...clientSearchRequest, tools: [invoice], messages: [{ role: "user", content: "Hello" }] };
    const { api, server } = await startApi();
    const words = "At least one tool must have defer_loading=false. All tools cannot be deferred.";
    expect((await postMessages(server.url, body)).message.error?.message).toBe(words);
    for (const loader of ["native", "bridge"] as const) {
      const gateway = await startGateway({ upstreamUrl: server.url, loader });
      closers.push(gateway.close);
      const { status, message } = await postMessages(gateway.url, body);
      expect({ status, words: message.error?.message }).toEqual({ status: 400, words });
    }
    expect(api.accepted).toEqual([]);
  });
});
