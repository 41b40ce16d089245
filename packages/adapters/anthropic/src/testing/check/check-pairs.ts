import { ApiRejection } from "../api/api-error.ts";
import { blocksOf, type WireBlock, type WireMessage } from "../api/request-body.ts";

/** Calls and results must be paired: the client's in the next message, server-side ones by id. */
export function checkPairs(messages: readonly WireMessage[]): void {
  checkUniqueIds(messages);
  for (const [index, message] of messages.entries()) {
    const results = blocksOf(message).filter(({ type }) => type === "tool_result");
    const calls = callIds(messages[index - 1]);
    for (const [at, result] of results.entries()) {
      const id = String(result["tool_use_id"]);
      if (calls.has(id)) continue;
      throw new ApiRejection(
        `messages.${index}.content.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
    const answered = new Set(results.map((result) => String(result["tool_use_id"])));
    const missing = [...calls].filter((id) => !answered.has(id));
    if (missing.length > 0) {
      throw new ApiRejection(
        `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      );
    }
  }
  checkServerPairs(messages);
}

function checkUniqueIds(messages: readonly WireMessage[]): void {
  const ids = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    for (const [at, { type, id }] of blocksOf(message).entries()) {
      if (type !== "tool_use") continue;
      if (ids.has(id)) throw new ApiRejection(`messages.${index}.content.${at}: \`tool_use\` ids must be unique`);
      ids.add(id);
    }
  }
}

function callIds(message: WireMessage | undefined): ReadonlySet<string> {
  if (message?.role !== "assistant") return new Set();
  return new Set(
    blocksOf(message)
      .filter(({ type }) => type === "tool_use")
      .map(({ id }) => String(id)),
  );
}

function checkServerPairs(messages: readonly WireMessage[]): void {
  const open = new Map<string, string>();
  const lastAssistant = messages.findLastIndex(({ role }) => role === "assistant");
  for (const message of messages) {
    for (const block of blocksOf(message)) {
      if (block.type === "server_tool_use") open.set(String(block["id"]), String(block["name"]));
      else if (block.type !== "tool_result" && block.type.endsWith("_tool_result"))
        open.delete(String(block["tool_use_id"]));
    }
  }
  // What the last assistant message left open is pending: it runs first, if only results have arrived since.
  const pending = new Set(blocksOf(messages[lastAssistant] ?? noMessage).map(({ id }) => String(id)));
  const isAnsweredOnly = messages.slice(lastAssistant + 1).every((message) => blocksOf(message).every(isResult));
  for (const [id, name] of open) {
    if (pending.has(id) && isAnsweredOnly) continue;
    throw new ApiRejection(
      `\`${name}\` tool use with id \`${id}\` was found without a corresponding \`${name}_tool_result\` block`,
    );
  }
}

const noMessage: WireMessage = { role: "assistant", content: [] };

function isResult({ type }: WireBlock): boolean {
  return type === "tool_result";
}
