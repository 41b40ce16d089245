import Anthropic from "@anthropic-ai/sdk";
import { readFileTool, sampleTools, toolSearchTool } from "./catalogue.ts";
import type { RealGateway } from "./real-gateway.ts";
import type { Intent } from "./stand-in-model.ts";

type Params = Anthropic.Beta.Messages.MessageCreateParamsNonStreaming;
type Call = Anthropic.Beta.Messages.BetaToolUseBlock;
type Result = NonNullable<Anthropic.Beta.Messages.BetaToolResultBlockParam["content"]>;

/** A conversation of a client: what it sends, what the stand-in does, and what the client answers to calls. */
export interface Conversation {
  readonly name: string;
  readonly request: Pick<Params, "tools" | "messages"> & Partial<Params>;
  readonly script: readonly Intent[];
  readonly answer: (call: Call) => Result;
}

const deferred = sampleTools.map((tool) => ({ ...tool, defer_loading: true }));
const system = "You are a helpful agent in a small company.";

function reference(name: string): Result {
  return [{ type: "tool_reference", tool_name: name }];
}

/** The agent answers the search itself, as Claude Code does. The first query is about something that no tool does. */
export const clientSearch: Conversation = {
  name: "client-search",
  request: {
    system,
    tools: [readFileTool, toolSearchTool, ...deferred],
    messages: [{ role: "user", content: "The login page is broken. Please open an issue about it." }],
  },
  script: [
    { search: "create issue" },
    { call: "mcp__github__create_issue", input: { repository: "shop", title: "The login page is broken" } },
    { say: "I opened issue 42." },
  ],
  answer: ({ name }) => (name === "ToolSearch" ? reference("mcp__github__create_issue") : "Issue 42 was opened."),
};

/** The gateway answers the API's own search type. */
export const serverSearch: Conversation = {
  name: "server-search",
  request: {
    system,
    tools: [{ type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" }, readFileTool, ...deferred],
    messages: [{ role: "user", content: "Give the customer of payment 7 the money back." }],
  },
  script: [
    { search: "refund a payment" },
    { call: "mcp__stripe__refund_payment", input: { payment: "7", amount: "all" } },
    { say: "The customer has the money back." },
  ],
  answer: () => "Refunded.",
};

/** The gateway connects to an MCP server of its own config and calls its tools for the client. */
export const mcpToolset: Conversation = {
  name: "mcp-toolset",
  request: {
    system,
    betas: ["mcp-client-2025-11-20"],
    // The server is one of the gateway's own, so it has no URL: that is the gateway's word for it.
    mcp_servers: [{ type: "url", name: "everything" } as Anthropic.Beta.Messages.BetaRequestMCPServerURLDefinition],
    tools: [
      { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" },
      { type: "mcp_toolset", mcp_server_name: "everything", default_config: { defer_loading: true } },
      readFileTool,
    ],
    messages: [{ role: "user", content: "What is 19 and 23 together? Let a tool add them." }],
  },
  script: [
    { search: "sum of two numbers" },
    { call: "everything_get-sum", input: { a: 19, b: 23 } },
    { say: "19 and 23 make 42." },
  ],
  answer: () => "",
};

/** The client knows nothing of tool search: the gateway adds it, answers it, and keeps it out of what the client sees. */
export const injected: Conversation = {
  name: "injected",
  request: {
    system,
    tools: [readFileTool, ...sampleTools],
    messages: [{ role: "user", content: "Bake bread, or else tell #team that I am late." }],
  },
  script: [
    { search: "bake sourdough bread" },
    { search: "post a message to a channel" },
    { call: "mcp__slack__send_message", input: { channel: "#team", text: "I am late." } },
    { say: "There is no tool for bread. The team knows that you are late." },
  ],
  answer: () => "Sent.",
};

export const allConversations: readonly Conversation[] = [clientSearch, serverSearch, mcpToolset, injected];

/** Plays a conversation through the gateway with the real SDK, streaming, until the model has nothing more to call. */
export async function playConversation(gateway: RealGateway, conversation: Conversation): Promise<string> {
  const { request, script, answer } = conversation;
  gateway.model.follow(script);
  const client = new Anthropic({ apiKey: "a-key-of-the-client", baseURL: gateway.url, maxRetries: 0 });
  const messages = [...request.messages];
  for (;;) {
    const message = await client.beta.messages
      .stream({ model: "stand-in-model", max_tokens: 1000, ...request, messages })
      .finalMessage();
    messages.push({ role: "assistant", content: message.content });
    const calls = message.content.filter((block): block is Call => block.type === "tool_use");
    if (calls.length === 0) return message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    messages.push({
      role: "user",
      content: calls.map((call) => ({ type: "tool_result", tool_use_id: call.id, content: answer(call) })),
    });
  }
}
