import { matchesGlob } from "@toolcrib/core";
import type { PooledTool } from "../pool/pooled-tool.ts";
import type { AccessRule } from "./access-rule.ts";

/** What the rules say about a tool before anything is called. A rule that depends on arguments says nothing yet. */
export function accessTo(tool: PooledTool, rules: readonly AccessRule[], client: string): AccessRule["action"] {
  const rule = rules.find((candidate) => candidate.arguments === undefined && concerns(candidate, tool, client));
  if (rule?.action === "hide" || rule?.action === "deny") return rule.action;
  return tool.alwaysLoad ? "pin" : (rule?.action ?? "defer");
}

/** The rule that forbids this call, if there is one: the real tool and its real arguments count, however it was called (F71). */
export function ruleAgainstCall(
  tool: PooledTool,
  input: unknown,
  rules: readonly AccessRule[],
  client: string,
): AccessRule | undefined {
  const rule = rules.find(
    (candidate) => concerns(candidate, tool, client) && argumentsMatch(candidate.arguments, input),
  );
  return rule?.action === "deny" || rule?.action === "hide" ? rule : undefined;
}

/** Whether everything of a server is out of a client's sight. */
export function isServerHidden(server: string, rules: readonly AccessRule[], client: string): boolean {
  const rule = rules.find(
    (candidate) =>
      candidate.server !== undefined &&
      candidate.name === undefined &&
      candidate.annotation === undefined &&
      candidate.arguments === undefined &&
      matchesGlob(candidate.server, server) &&
      (candidate.client === undefined || matchesGlob(candidate.client, client)),
  );
  return rule?.action === "hide" || rule?.action === "deny";
}

function concerns(rule: AccessRule, { name, server, definition }: PooledTool, client: string): boolean {
  if (rule.name !== undefined && !matchesGlob(rule.name, name) && !matchesGlob(rule.name, definition.name)) {
    return false;
  }
  if (rule.server !== undefined && !matchesGlob(rule.server, server)) return false;
  if (rule.annotation !== undefined && definition.annotations?.[rule.annotation] !== true) return false;
  return rule.client === undefined || matchesGlob(rule.client, client);
}

function argumentsMatch(patterns: AccessRule["arguments"], input: unknown): boolean {
  return Object.entries(patterns ?? {}).every(([path, pattern]) =>
    valuesAt(input, path.split(".")).some((value) => matchesGlob(pattern, value)),
  );
}

// A list stands for each of its items: one forbidden path among many is enough.
function valuesAt(value: unknown, [first, ...rest]: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, first === undefined ? [] : [first, ...rest]));
  if (first !== undefined) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return [];
    return valuesAt((value as Record<string, unknown>)[first], rest);
  }
  return [typeof value === "string" ? value : JSON.stringify(value ?? null)];
}
