/** What a request is for: passed on as it is, a client with its own search, or one that lets the gateway search. */
export type RequestKind = "plain" | "client-search" | "server-search";

export interface RequestShape {
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
export function createBodies({ kind, tools, isStreaming }: RequestShape): NextBody {
  const model = kind === "server-search" ? "search-model" : "plain-model";
  const toolsText = JSON.stringify(toolList(kind, tools));
  const history = kind === "client-search" ? foundHistory : plainHistory;
  let turn = 0;
  return () => {
    turn += 1;
    const messages = [...history, { role: "user", content: `Question ${turn}: ${"and then? ".repeat(20)}` }];
    const head = `{"model":"${model}","messages":${JSON.stringify(messages)},"system":"You are an agent.","max_tokens":1024`;
    return Buffer.from(`${head},"stream":${isStreaming},"tools":${toolsText}}`);
  };
}

function toolList(kind: RequestKind, count: number): object[] {
  if (kind === "plain") return Array.from({ length: count }, (_, number) => toolOf(number));
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

function toolOf(number: number): object {
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

const plainHistory = Array.from({ length: 10 }, (_, position) => ({
  role: position % 2 === 0 ? "user" : "assistant",
  content: [{ type: "text", text: `Message ${position}. ${"Some words about the work at hand. ".repeat(14)}` }],
}));

const foundHistory = [
  ...plainHistory,
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
