/** Fields of a request that a client sends; tests change what they are about. */
export interface SentRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools: readonly object[];
  readonly [field: string]: unknown;
}

export const invoiceTool = {
  name: "mcp__billing__get_invoice",
  description: "Gets an invoice by its number.",
  input_schema: { type: "object", properties: { number: { type: "integer" } }, required: ["number"] },
} as const;

export const bashTool = {
  name: "Bash",
  description: "Runs a command.",
  input_schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
} as const;

export const toolSearchTool = {
  name: "ToolSearch",
  description: "Finds deferred tools.",
  input_schema: {
    type: "object",
    properties: { query: { type: "string" }, max_results: { type: "number" } },
    required: ["query"],
  },
} as const;

/** A tool that is never found, as catalogues are full of. */
export function otherTool(name: string): object {
  return { name, description: `Does ${name}.`, input_schema: { type: "object", properties: {} }, defer_loading: true };
}

/** What a client with its own search sends after it has found a tool: the second request of a conversation. */
export const clientSearchRequest: SentRequest = {
  model: "stealth/ox-alpha",
  max_tokens: 1024,
  system: [{ type: "text", text: "You are an agent." }],
  tools: [bashTool, toolSearchTool, { ...invoiceTool, defer_loading: true }, otherTool("mcp__billing__list_refunds")],
  messages: [
    { role: "user", content: [{ type: "text", text: "Show me invoice 7." }] },
    { role: "system", content: "Deferred tools: mcp__billing__get_invoice, mcp__billing__list_refunds" },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "select:get_invoice" } }],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          content: [{ type: "tool_reference", tool_name: "mcp__billing__get_invoice" }],
        },
      ],
    },
  ],
};

/** What the client is to be given: the call of the found tool, under its own name. */
export const invoiceCall = { type: "tool_use", name: "mcp__billing__get_invoice", input: { number: 7 } } as const;
