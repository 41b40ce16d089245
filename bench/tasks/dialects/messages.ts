import { ApiRejection, rejectionResponse } from "../../../packages/adapters/anthropic/src/testing/api/api-error.ts";
import {
  blocksOf,
  type RequestBody,
  type WireBlock,
  type WireToolEntry,
} from "../../../packages/adapters/anthropic/src/testing/api/request-body.ts";
import { checkRequestFields } from "../../../packages/adapters/anthropic/src/testing/check/check-fields.ts";
import { checkMessages } from "../../../packages/adapters/anthropic/src/testing/check/check-messages.ts";
import { checkTools } from "../../../packages/adapters/anthropic/src/testing/check/check-tools.ts";
import { streamMessage } from "../../../packages/adapters/anthropic/src/testing/message-stream.ts";
import { inputOf, type ModelStep, type VisibleTool } from "../prompt/prompt.ts";
import type { ReadRequest, RequestBlock } from "../prompt/write-prompt.ts";
import { type Answer, bearerOf, type RelayDialect } from "./dialect.ts";

const maxMarks = 4;

/** Anthropic's Messages API. */
export const messagesDialect: RelayDialect = {
  name: "messages",
  provider: "anthropic",
  path: "/v1/messages",
  count: { path: "/v1/messages/count_tokens", field: "input_tokens" },
  key: (headers) => headers.get("x-api-key") ?? bearerOf(headers),
  check(fields, headers) {
    const version = headers.get("anthropic-version");
    if (version === null) throw new ApiRejection("anthropic-version: header is required");
    if (messagesDialect.key(headers) === "") {
      throw new ApiRejection("x-api-key header is required", { status: 401, type: "authentication_error" });
    }
    checkRequestFields(fields, version);
    const body = fields as unknown as RequestBody;
    checkTools(body.tools ?? []);
    checkMessages(body.messages, body.tools ?? []);
    checkMarks(body);
  },
  read,
  write(fields, { step, id, use }: Answer) {
    const body = fields as unknown as RequestBody;
    const { text = "", calls = [] } = step;
    const content: WireBlock[] = [
      // A model that says nothing and calls nothing has ended its turn.
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...calls.map(({ name, input }, index) => ({ type: "tool_use", id: `toolu_${id}_${index}`, name, input })),
    ];
    const message = {
      id: `msg_${id}`,
      type: "message",
      role: "assistant",
      model: body.model,
      content,
      stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
      stop_sequence: null,
      usage: {
        input_tokens: use.uncached,
        cache_creation_input_tokens: use.written,
        cache_read_input_tokens: use.read,
        output_tokens: use.output,
      },
    };
    return body.stream === true ? streamMessage(message) : Response.json(message);
  },
  refuse: (error) => (error instanceof ApiRejection ? rejectionResponse(error) : undefined),
  step(answer) {
    const content = (answer["content"] ?? []) as readonly WireBlock[];
    return stepOf(
      content.flatMap(({ type, text }) => (type === "text" ? [String(text)] : [])),
      content.flatMap(({ type, name, input }) => (type === "tool_use" ? [{ name: String(name), input }] : [])),
    );
  },
  stream: (answer) => streamMessage(answer as unknown as Parameters<typeof streamMessage>[0]),
};

export function stepOf(texts: readonly string[], calls: ModelStep["calls"] & object): ModelStep {
  const text = texts.join("");
  return { ...(text === "" ? {} : { text }), ...(calls.length === 0 ? {} : { calls }) };
}

function checkMarks(body: RequestBody): void {
  const { tools = [], system = [], messages } = body;
  const blocks = [...tools, ...(typeof system === "string" ? [] : system), ...messages.flatMap(blocksOf)];
  const inner = messages.flatMap(blocksOf).flatMap((block) => innerOf(block));
  const marked = [body, ...blocks, ...inner].filter(isMarked).length;
  if (marked <= maxMarks) return;
  throw new ApiRejection(`A maximum of ${maxMarks} blocks with cache_control may be provided. Found ${marked}.`);
}

function isMarked(entry: object): boolean {
  const { cache_control: mark } = entry as { readonly cache_control?: unknown };
  return mark !== undefined && mark !== null;
}

function innerOf(block: WireBlock): readonly WireBlock[] {
  const { content } = block as { readonly content?: unknown };
  return Array.isArray(content) ? (content as WireBlock[]) : [];
}

function read(fields: Readonly<Record<string, unknown>>): ReadRequest {
  const { tools = [], system = [], messages } = fields as unknown as RequestBody;
  const byName = new Map(tools.map((tool) => [tool.name ?? "", tool]));
  const inPrompt = tools.filter(({ defer_loading }) => defer_loading !== true);
  return {
    tools: inPrompt.map((tool) => ({ tool: definitionOf(tool), isMarked: isMarked(tool) })),
    system: (typeof system === "string" ? [{ type: "text", text: system }] : system).map((block) => ({
      text: String(block["text"]),
      isMarked: isMarked(block),
    })),
    messages: messages.map((message, index) => {
      const blocks = blocksOf(message).flatMap((block) => readBlock(block, byName));
      const [last] = blocks.slice(-1);
      // A mark of the request itself is one of its last block.
      const isMarkedAtEnd = isMarked(fields) && index === messages.length - 1 && last !== undefined;
      return {
        role: message.role as "system" | "user" | "assistant",
        blocks: isMarkedAtEnd ? [...blocks.slice(0, -1), { ...last, isMarked: true }] : blocks,
      };
    }),
  };
}

function definitionOf({ name = "", type, description, input_schema: schema }: WireToolEntry): VisibleTool {
  // The API's own tools have definitions that it does not publish.
  return { name, description: description ?? (schema === undefined ? `${type}` : ""), schema: schema ?? {} };
}

function readBlock(block: WireBlock, tools: ReadonlyMap<string, WireToolEntry>): readonly RequestBlock[] {
  const mark = { isMarked: isMarked(block) || innerOf(block).some(isMarked) };
  const load = (references: readonly WireBlock[]) => ({
    loads: references.flatMap((reference) => {
      const tool = tools.get(String(reference["tool_name"] ?? reference["name"]));
      return tool === undefined ? [] : [definitionOf(tool)];
    }),
  });
  switch (block.type) {
    case "text":
      return [{ seen: { kind: "text", text: String(block["text"]) }, ...mark }];
    case "tool_use":
    case "server_tool_use":
      return [{ seen: { kind: "call", ...callOf(block), input: block["input"] }, ...mark }];
    case "tool_result": {
      const { content, is_error: isError } = block as { readonly content?: unknown; readonly is_error?: unknown };
      const inner = innerOf(block);
      const texts = inner.flatMap(({ type, text }) => (type === "text" ? [String(text)] : []));
      const text = typeof content === "string" ? content : texts.join("\n");
      const seen = { kind: "result" as const, id: String(block["tool_use_id"]), text, isError: isError === true };
      return [{ seen, ...load(inner.filter(({ type }) => type === "tool_reference")), ...mark }];
    }
    case "tool_search_tool_result": {
      const found = inputOf(block["content"])["tool_references"] as readonly WireBlock[] | undefined;
      const seen = { kind: "result" as const, id: String(block["tool_use_id"]), text: "", isError: false };
      return [{ seen, ...load(found ?? []), ...mark }];
    }
    case "tool_addition":
      return [{ seen: { kind: "text", text: "" }, ...load([block["tool"] as WireBlock]), ...mark }];
    case "thinking":
    case "redacted_thinking":
      return [];
    default:
      return [{ seen: { kind: "text", text: JSON.stringify(block) }, ...mark }];
  }
}

function callOf(block: WireBlock): { readonly id: string; readonly name: string } {
  return { id: String(block["id"]), name: String(block["name"]) };
}
