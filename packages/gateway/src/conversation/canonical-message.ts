import { randomUUID } from "node:crypto";
import type { ContentBlock, Message } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { canonicalJson, withSortedKeys } from "@toolcrib/shared/json";
import { compareNames } from "@toolcrib/shared/names";
import { sha256 } from "../hash/sha256.ts";

type Fields = Readonly<Record<string, unknown>>;

const thinkingTypes: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);
/** Fields of a block that contain blocks, and so cache breakpoints. */
const nestedFields: ReadonlySet<string> = new Set(["content", "source", "tool_references"]);
/** Annotations and defaults that clients add, move or omit from one request to the next. */
const volatileFields: ReadonlySet<string> = new Set(["cache_control", "caller", "citations"]);

/**
 * A hash of a message's content, stable when a client sends the message again. Clients move `cache_control`, drop
 * thinking, write a string as blocks, join the texts of a response, and convert the scalars of a call's input to the
 * types of its schema.
 */
export const digestMessage: (message: Message) => string = oncePer(makeDigest);

/** A message that is nested too deeply to be serialised equals no other. */
function makeDigest(message: Message): string {
  try {
    return sha256(JSON.stringify([roleOf(message), ...canonicalBlocks(message)]));
  } catch {
    return randomUUID();
  }
}

/** Whether a message has no content, such as a system message that only carries a setting. */
export function isSilent({ content }: Message): boolean {
  return content.length === 0;
}

function roleOf({ role }: Message): string {
  return role === "user" || role === "assistant" ? role : "system";
}

function canonicalBlocks(message: Message): readonly unknown[] {
  const blocks = blocksOf(message.content).filter((block) => !thinkingTypes.has(typeOf(block)) && !isEmptyText(block));
  return message.role === "assistant" ? canonicalAnswer(blocks) : blocks.map(canonicalBlock);
}

/** A response is stored by the client: its texts may come back joined, with different white space between them. */
function canonicalAnswer(blocks: readonly unknown[]): readonly unknown[] {
  const parts: unknown[] = [];
  let text = "";
  const endText = () => {
    if (text !== "") parts.push(text);
    text = "";
  };
  for (const block of blocks) {
    if (typeOf(block) === "text") {
      text += String((block as Fields)["text"]).replaceAll(/\s+/g, "");
      continue;
    }
    endText();
    parts.push(typeOf(block) === "tool_use" ? canonicalCall(block as Fields) : canonicalBlock(block));
  }
  endText();
  return parts;
}

function canonicalCall({ id, name, input }: Fields): unknown {
  return { type: "tool_use", id, name, input: JSON.stringify(input ?? {}, withTextScalars) };
}

function canonicalBlock(block: unknown): unknown {
  if (typeof block !== "object" || block === null) return block;
  if (Array.isArray(block)) return block.map(canonicalBlock);
  const fields = Object.entries(block).filter(
    ([field, value]) =>
      !volatileFields.has(field) && value !== null && value !== undefined && !(field === "is_error" && value === false),
  );
  const canonical = fields
    .sort(([left], [right]) => compareNames(left, right))
    .map(
      ([field, value]) =>
        [field, nestedFields.has(field) ? canonicalNested(block, value) : canonicalJson(value)] as const,
    );
  return Object.fromEntries(canonical);
}

function canonicalNested(block: object, value: unknown): unknown {
  // A result may be a string or one text block; elsewhere a string stays a string.
  return typeOf(block) === "tool_result" ? blocksOf(value).map(canonicalBlock) : canonicalBlock(value);
}

function blocksOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  if (content === undefined || content === null || content === "") return [];
  return [typeof content === "string" ? { type: "text", text: content } : content];
}

function isEmptyText(block: unknown): boolean {
  return typeOf(block) === "text" && (block as Fields)["text"] === "";
}

function typeOf(block: unknown): unknown {
  return (block as ContentBlock | null)?.type;
}

function withTextScalars(key: string, value: unknown): unknown {
  return typeof value === "object" && value !== null ? withSortedKeys(key, value) : String(value);
}
