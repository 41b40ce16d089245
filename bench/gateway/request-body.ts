import { type Api, historyIn, type MessagesTool, toolIn, writeRequest } from "./apis.ts";

/** What a request is for: passed on as it is, translated, a client with its own search, or one that lets the gateway search. */
export type RequestKind = "plain" | "translated" | "client-search" | "server-search";

export interface RequestShape {
  /** What the client speaks. */
  readonly api: Api;
  /** What the upstream behind the gateway speaks. */
  readonly upstreamApi: Api;
  readonly kind: RequestKind;
  readonly tools: number;
  readonly isStreaming: boolean;
}

/** Gives the body of the next request of a conversation: the same tools, other words. */
export type NextBody = () => Buffer;

const searchTool = {
  name: "ToolSearch",
  description: "Finds deferred tools.",
  input_schema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
};
const serverSearchTool = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };

/**
 * Bodies as agents send them: messages before tools, about 800 bytes a tool. Nothing in two requests is the same text but the tools and
 * the beginning of the conversation, as in real turns.
 */
export function createBodies({ api, upstreamApi, kind, tools, isStreaming }: RequestShape): NextBody {
  const model = kind === "server-search" ? "search-model" : `${upstreamApi}-model`;
  const toolsText = JSON.stringify(toolList(api, kind, tools));
  const history = kind === "client-search" ? foundHistory : historyIn(api, plainTexts);
  let turn = 0;
  return () => {
    turn += 1;
    const question = { role: "user", content: `Question ${turn}: ${"and then? ".repeat(20)}` };
    return Buffer.from(writeRequest(api, { model, messages: [...history, question], isStreaming, toolsText }));
  };
}

function toolList(api: Api, kind: RequestKind, count: number): object[] {
  if (kind === "plain" || kind === "translated") {
    return Array.from({ length: count }, (_, number) => toolIn(api, toolOf(number)));
  }
  const deferred = Array.from({ length: count }, (_, number) => ({ ...toolOf(number), defer_loading: true }));
  return [kind === "server-search" ? serverSearchTool : searchTool, ...deferred];
}

const verbs = ["create", "list", "get", "update", "delete", "search", "export", "archive", "assign", "merge"];
const nouns = [
  "issue",
  "invoice",
  "customer",
  "branch",
  "calendar_event",
  "ticket",
  "report",
  "channel",
  "file",
  "order",
];

function toolOf(number: number): MessagesTool {
  const verb = verbs[number % verbs.length] ?? "";
  const noun = nouns[Math.floor(number / verbs.length) % nouns.length] ?? "";
  const words = noun.replace("_", " ");
  return {
    name: `mcp__server_${Math.floor(number / 100)}__${verb}_${noun}_${number}`,
    description: `Use this tool to ${verb} one ${words} or several in workspace ${number}. ${"It returns what was changed and when. ".repeat(6)}`,
    input_schema: {
      type: "object",
      properties: {
        id: { type: "string", description: `The id of the ${words}, as the list gives it.` },
        title: { type: "string", description: "A short title, at most 200 characters." },
        labels: { type: "array", items: { type: "string" }, description: "Names of labels to put on it." },
        dry_run: { type: "boolean", description: "Only say what would be done." },
      },
      required: ["id"],
      additionalProperties: false,
    },
  };
}

const plainTexts = Array.from(
  { length: 10 },
  (_, position) => `Message ${position}. ${"Some words about the work at hand. ".repeat(14)}`,
);

const foundHistory = [
  ...historyIn("messages", plainTexts),
  { role: "user", content: "Create the issue." },
  {
    role: "assistant",
    content: [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "select:create_issue_0" } }],
  },
  {
    role: "user",
    content: [
      {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: [{ type: "tool_reference", tool_name: "mcp__server_0__create_issue_0" }],
      },
    ],
  },
  { role: "assistant", content: "Found." },
];
