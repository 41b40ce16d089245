import type { RequestFingerprint } from "./fingerprint.ts";

/** The part of the prompt from which the cache is lost; each level includes those after it. */
export type CacheLevel = "tools" | "system" | "messages";

/** Why the cache is lost. */
export type CacheBreakCause =
  | "model"
  | "tool_definition"
  | "web_search_switch"
  | "web_fetch_switch"
  | "citations_switch"
  | "system"
  | "tool_choice"
  | "parallel_switch"
  | "image_presence"
  | "thinking_settings"
  | "message_history";

export interface CacheBreak {
  readonly level: CacheLevel;
  readonly cause: CacheBreakCause;
  /** What changed, for display: tool names, or the position of a message. */
  readonly detail: string;
}

/** How much of the previous request's cache a request loses. */
export interface CacheDiagnosis {
  /** All causes, most expensive first; empty if the request only extends the previous one. */
  readonly breaks: readonly CacheBreak[];
  /** Whether the grammar of strict tools is rebuilt, which costs time but no cache. */
  readonly isGrammarRebuilt: boolean;
}

/** Compares two consecutive requests of a conversation. */
export function diagnoseCacheBreak(before: RequestFingerprint, after: RequestFingerprint): CacheDiagnosis {
  const breaks: CacheBreak[] = [];
  const note = (level: CacheLevel, cause: CacheBreakCause, detail: string | undefined) => {
    if (detail !== undefined) breaks.push({ level, cause, detail });
  };
  note("tools", "model", changed(before.model, after.model));
  note("tools", "tool_definition", changedTools(before.tools, after.tools));
  note("system", "web_search_switch", switchedTool(before.webSearch, after.webSearch));
  note("system", "web_fetch_switch", switchedTool(before.webFetch, after.webFetch));
  note("system", "citations_switch", switched(before.hasCitations, after.hasCitations));
  note("system", "system", before.system === after.system ? undefined : "the system prompt changed");
  note("messages", "tool_choice", changed(before.toolChoice, after.toolChoice));
  note("messages", "parallel_switch", switched(before.disablesParallelCalls, after.disablesParallelCalls));
  note("messages", "image_presence", switched(before.hasImages, after.hasImages));
  note(
    "messages",
    "thinking_settings",
    before.thinking === after.thinking ? undefined : "the thinking settings changed",
  );
  note("messages", "message_history", changedHistory(before.messages, after.messages));
  return { breaks, isGrammarRebuilt: before.strictGrammar !== after.strictGrammar };
}

function changed(before: string, after: string): string | undefined {
  return before === after ? undefined : `${before} became ${after}`;
}

function switched(before: boolean, after: boolean): string | undefined {
  if (before === after) return undefined;
  return after ? "switched on" : "switched off";
}

/** The arguments are hashes of the tools behind a switch; empty if it is off. */
function switchedTool(before: string, after: string): string | undefined {
  if (before === after) return undefined;
  return switched(before !== "", after !== "") ?? "changed";
}

function changedTools(before: RequestFingerprint["tools"], after: RequestFingerprint["tools"]): string | undefined {
  const hashesBefore = new Map(before.map(({ name, hash }) => [name, hash]));
  const namesAfter = new Set(after.map(({ name }) => name));
  const parts = [
    describe("changed", after.filter(({ name, hash }) => (hashesBefore.get(name) ?? hash) !== hash).map(nameOf)),
    describe(
      "added",
      after.map(nameOf).filter((name) => !hashesBefore.has(name)),
    ),
    describe(
      "removed",
      before.map(nameOf).filter((name) => !namesAfter.has(name)),
    ),
  ].flatMap((part) => part ?? []);
  if (parts.length > 0) return parts.join("; ");
  return before.some(({ name }, position) => name !== after[position]?.name) ? "the order changed" : undefined;
}

function describe(change: string, names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `${change}: ${names.join(", ")}`;
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function changedHistory(before: readonly string[], after: readonly string[]): string | undefined {
  const position = before.findIndex((hash, index) => hash !== after[index]);
  return position < 0 ? undefined : `message ${position} ${position < after.length ? "changed" : "was removed"}`;
}
