import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";

type Fields = Readonly<Record<string, unknown>>;

/** More blocks than any response has. */
const maxIndex = 100_000;
const callTypes: ReadonlySet<unknown> = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

/**
 * What is wrong with a complete upstream response; undefined if it is readable. Unknown fields and blocks are allowed.
 */
export function messageProblem(message: Fields): string | undefined {
  const { content } = message;
  if (!Array.isArray(content)) return "it has no content";
  if (content.length > maxIndex + 1) return `it has more than ${maxIndex + 1} blocks`;
  if (isNestedTooDeeply(message)) return "it is nested too deeply";
  const wrong = content.findIndex((block) => !isBlock(block));
  return wrong === -1 ? undefined : `its block ${wrong} is none`;
}

/** What is wrong with an event of a streamed response; undefined if it is readable. Unknown events are allowed. */
export function eventProblem(event: Fields): string | undefined {
  if (isNestedTooDeeply(event)) return "an event is nested too deeply";
  return isReadable(event) ? undefined : `${String(event["type"])} has not what belongs to it`;
}

function isReadable({ type, message, index, content_block: block, delta }: Fields): boolean {
  switch (type) {
    case "message_start":
      return isRecord(message);
    case "content_block_start":
      return isIndex(index) && isBlock(block);
    case "content_block_delta":
      return isIndex(index) && isRecord(delta) && typeof delta["type"] === "string" && isDelta(delta);
    case "content_block_stop":
      return isIndex(index);
    case "message_delta":
      return isRecord(delta);
    default:
      return true;
  }
}

function isBlock(value: unknown): boolean {
  if (!isRecord(value) || typeof value["type"] !== "string") return false;
  if (value["type"] === "text") return typeof (value["text"] ?? "") === "string";
  return !callTypes.has(value["type"]) || (typeof value["id"] === "string" && typeof value["name"] === "string");
}

function isDelta({ type, text, partial_json: json }: Fields): boolean {
  if (type === "text_delta") return typeof text === "string";
  return type !== "input_json_delta" || typeof json === "string";
}

function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxIndex;
}
