import { describeValue } from "@toolcrib/shared/errors";
import { isNestedTooDeeply, isRecord, maxNesting } from "@toolcrib/shared/json";
import { CoreError } from "../errors/core-error.ts";
import type { ContentBlock, Message } from "./message.ts";

const roles: ReadonlySet<unknown> = new Set(["user", "assistant", "system"]);

/** The string fields that pairing and discovery rely on, by block type. */
const neededFields: ReadonlyMap<string, readonly string[]> = new Map([
  ["text", ["text"]],
  ["tool_use", ["id", "name"]],
  ["server_tool_use", ["id", "name"]],
  ["mcp_tool_use", ["id", "name"]],
  ["tool_reference", ["tool_name"]],
]);
const resultFields: readonly string[] = ["tool_use_id"];
const noFields: readonly string[] = [];

/** Reports an invalid value at a path of a message. */
type Fail = (path: string, expected: string, received: unknown) => never;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Checked messages, with their content at that time: they repeat with every turn of a conversation. Module-level,
 * because the functions that check (the reader, fingerprints, skills, snips, the gateway) share nothing but the
 * messages, and the result depends on the message alone.
 */
const checked = new WeakMap<Message, { readonly content: readonly unknown[]; readonly length: number }>();

/** Throws for an unreadable message, with location and reason. Everything in this package can read what passes. */
export function checkMessage(message: Message, position: number): void {
  const fail: Fail = (path, expected, received) => {
    throw new CoreError("invalid_message", { position, path, expected, received: describeValue(received) });
  };
  if (!isRecord(message)) fail("it", "an object", message);
  const { role, content, compactMetadata } = message;
  if (!roles.has(role)) fail("role", '"user", "assistant" or "system"', role);
  if (compactMetadata !== undefined) checkSnapshot(compactMetadata, fail);
  const known = checked.get(message);
  if (known !== undefined && known.content === content && known.length === content.length) return;
  if (isNestedTooDeeply(message)) fail("it", `nested less than ${maxNesting} levels deep`, message);
  if (typeof content === "string") return;
  if (!Array.isArray(content)) fail("content", "a string or an array of blocks", content);
  checkBlocks(content, "content", fail);
  checked.set(message, { content, length: content.length });
}

/** Throws for unreadable messages. */
export function checkMessages(messages: readonly Message[]): void {
  if (!Array.isArray(messages)) {
    const received = describeValue(messages);
    throw new CoreError("invalid_request", { field: "messages", expected: "an array", received });
  }
  for (let position = 0; position < messages.length; position++) checkMessage(messages[position] as Message, position);
}

/** Throws for invalid content of an assistant message. */
export function checkContent(content: readonly ContentBlock[]): void {
  checkMessage({ role: "assistant", content }, 0);
}

function checkSnapshot(snapshot: unknown, fail: Fail): void {
  if (!isRecord(snapshot)) fail("compactMetadata", "an object", snapshot);
  for (const field of ["preCompactDiscoveredTools", "preCompactDiscoveredSkills"]) {
    const names = (snapshot as Fields)[field];
    const isList = names === undefined || (Array.isArray(names) && names.every(isText));
    if (!isList) fail(`compactMetadata.${field}`, "an array of strings", names);
  }
}

function checkBlocks(blocks: readonly unknown[], path: string, fail: Fail): void {
  for (const [index, block] of blocks.entries()) {
    const at = `${path}[${index}]`;
    if (!isRecord(block)) fail(at, "an object", block);
    const fields = block as Fields;
    const { type } = fields;
    if (typeof type !== "string") fail(`${at}.type`, "a string", type);
    checkBlock(type as string, fields, at, fail);
  }
}

function checkBlock(type: string, fields: Fields, at: string, fail: Fail): void {
  const needed = neededFields.get(type) ?? (type.endsWith("tool_result") ? resultFields : noFields);
  for (const field of needed) {
    if (typeof fields[field] !== "string") fail(`${at}.${field}`, "a string", fields[field]);
  }
  const { content, heldNotes } = fields;
  if (type === "tool_result" && heldNotes !== undefined) checkNotes(heldNotes, `${at}.heldNotes`, fail);
  if (type === "tool_result" && content !== undefined && typeof content !== "string") {
    if (!Array.isArray(content)) fail(`${at}.content`, "a string or an array of blocks", content);
    checkBlocks(content as readonly unknown[], `${at}.content`, fail);
  } else if (type === "tool_search_tool_result") {
    checkServerSearch(content, `${at}.content`, fail);
  } else if (type === "tool_addition" || type === "tool_removal") {
    checkToolChange(fields["tool"], `${at}.tool`, fail);
  } else if (type === "compaction") {
    const changes = fields["tool_changes"] ?? [];
    if (!Array.isArray(changes)) fail(`${at}.tool_changes`, "an array", changes);
    checkBlocks(changes as readonly unknown[], `${at}.tool_changes`, fail);
  }
}

function checkNotes(notes: unknown, path: string, fail: Fail): void {
  if (!Array.isArray(notes)) fail(path, "an array of text blocks", notes);
  checkBlocks(notes as readonly unknown[], path, fail);
  const other = (notes as readonly ContentBlock[]).find(({ type }) => type !== "text");
  if (other !== undefined) fail(path, "an array of text blocks", other);
}

function checkServerSearch(content: unknown, path: string, fail: Fail): void {
  if (typeof content !== "object" || content === null) fail(path, "an object", content);
  const references = (content as Fields)["tool_references"] ?? [];
  if (!Array.isArray(references)) fail(`${path}.tool_references`, "an array", references);
  for (const [index, reference] of (references as readonly unknown[]).entries()) {
    const name = isRecord(reference) ? reference["tool_name"] : reference;
    if (typeof name !== "string") fail(`${path}.tool_references[${index}].tool_name`, "a string", name);
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function checkToolChange(tool: unknown, path: string, fail: Fail): void {
  if (!isRecord(tool)) fail(path, "an object", tool);
  const { type, name, definition } = tool as Fields;
  if (typeof type !== "string") fail(`${path}.type`, "a string", type);
  if (name !== undefined && typeof name !== "string") fail(`${path}.name`, "a string", name);
  if (definition === undefined) return;
  // Some tools have no name on the wire, such as `mcp_toolset`.
  const isDefinition = isRecord(definition) && (definition["name"] === undefined || isText(definition["name"]));
  if (!isDefinition) fail(`${path}.definition`, "a tool", definition);
}
