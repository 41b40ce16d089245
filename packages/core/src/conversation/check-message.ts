import { describeValue } from "@toolcrib/search/errors";
import { CoreError } from "../errors/core-error.ts";
import type { Message } from "./message.ts";

const roles: ReadonlySet<unknown> = new Set(["user", "assistant", "system"]);

/** The string fields that pairing and finding rely on, by type of block. */
const neededFields: ReadonlyMap<string, readonly string[]> = new Map([
  ["text", ["text"]],
  ["tool_use", ["id", "name"]],
  ["server_tool_use", ["id", "name"]],
  ["mcp_tool_use", ["id", "name"]],
  ["tool_result", ["tool_use_id"]],
  ["tool_search_tool_result", ["tool_use_id"]],
  ["tool_reference", ["tool_name"]],
]);

/** Throws for a message that cannot be read, and says where and why. */
export function checkMessage(message: Message, position: number): void {
  if (!isObject(message)) fail(position, "an object", message);
  if (!roles.has(message.role)) fail(position, 'role to be "user", "assistant" or "system"', message.role);
  checkMetadata(message.compactMetadata, position);
  if (typeof message.content === "string") return;
  if (!Array.isArray(message.content)) fail(position, "content to be a string or an array of blocks", message.content);
  checkBlocks(message.content, position, "content");
}

function checkBlocks(blocks: readonly unknown[], position: number, path: string): void {
  for (const [index, block] of blocks.entries()) {
    const at = `${path}[${index}]`;
    if (!isObject(block)) fail(position, `${at} to be an object`, block);
    const fields = block as Readonly<Record<string, unknown>>;
    const type = fields["type"];
    if (typeof type !== "string") fail(position, `${at}.type to be a string`, type);
    for (const field of neededFields.get(type) ?? []) {
      if (typeof fields[field] !== "string") fail(position, `${at}.${field} to be a string`, fields[field]);
    }
    checkNestedBlocks(type, fields["content"], position, `${at}.content`);
    if (type === "tool_result") checkNotes(fields["heldNotes"], position, `${at}.heldNotes`);
    const isToolChange = type === "tool_addition" || type === "tool_removal";
    if (isToolChange && !isObject(fields["tool"])) fail(position, `${at}.tool to be an object`, fields["tool"]);
  }
}

function checkNotes(notes: unknown, position: number, path: string): void {
  if (notes === undefined) return;
  if (!Array.isArray(notes)) fail(position, `${path} to be an array of text blocks`, notes);
  checkBlocks(notes, position, path);
  const other = notes.find(({ type }: { readonly type: string }) => type !== "text");
  if (other !== undefined) fail(position, `${path} to be an array of text blocks`, other);
}

function checkMetadata(metadata: unknown, position: number): void {
  if (metadata === undefined) return;
  if (!isObject(metadata)) fail(position, "compactMetadata to be an object", metadata);
  const { preCompactDiscoveredTools: names = [] } = metadata as Readonly<Record<string, unknown>>;
  if (Array.isArray(names) && names.every((name) => typeof name === "string")) return;
  fail(position, "compactMetadata.preCompactDiscoveredTools to be an array of strings", names);
}

function checkNestedBlocks(type: string, content: unknown, position: number, path: string): void {
  if (type === "tool_result" && Array.isArray(content)) {
    checkBlocks(content, position, path);
  } else if (type === "tool_search_tool_result") {
    if (!isObject(content)) fail(position, `${path} to be an object`, content);
    const references = (content as { readonly tool_references?: unknown }).tool_references ?? [];
    if (!Array.isArray(references)) fail(position, `${path}.tool_references to be an array`, references);
    checkBlocks(references, position, `${path}.tool_references`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function fail(position: number, expected: string, received: unknown): never {
  throw new CoreError("invalid_message", { position, expected, received: describeValue(received) });
}
