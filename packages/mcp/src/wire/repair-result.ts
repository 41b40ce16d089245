import { isSpecType, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { modernVersion } from "./protocol-era.ts";

type Result = Readonly<Record<string, unknown>>;

const lists: readonly (readonly [field: string, isValid: (item: unknown) => boolean])[] = [
  ["tools", isSpecType.Tool],
  ["prompts", isSpecType.Prompt],
  ["resources", isSpecType.Resource],
  ["resourceTemplates", isSpecType.ResourceTemplate],
];

/** What is known of the connection that a message came on. */
export interface RepairOptions {
  /** The version that was agreed on; undefined until then. */
  readonly version: string | undefined;
  /** Hears what was left out. */
  readonly warn: (message: string) => void;
}

/**
 * A result of a server since 2026 as the SDK takes it, which is stricter than the protocol: one without a type is complete, items of lists that
 * are not valid are left out, and what is said wrongly of how long a list may be kept counts as not said. Other messages stay as they are.
 */
export function repairResult(message: JSONRPCMessage, { version, warn }: RepairOptions): JSONRPCMessage {
  const { result } = message as { readonly result?: Result };
  if (version === undefined || version < modernVersion || typeof result !== "object" || result === null) return message;
  const { resultType = "complete" } = result;
  const list = resultType === "complete" ? lists.find(([field]) => Array.isArray(result[field])) : undefined;
  const repaired = list === undefined ? result : repairList(result, list[0], list[1], warn);
  if (repaired === result && result["resultType"] !== undefined) return message;
  return { ...message, result: { ...repaired, resultType } } as JSONRPCMessage;
}

function repairList(
  result: Result,
  field: string,
  isValid: (item: unknown) => boolean,
  warn: RepairOptions["warn"],
): Result {
  const { ttlMs, cacheScope } = result;
  const all = result[field] as readonly unknown[];
  const valid = all.filter((item) => {
    if (isValid(item)) return true;
    const { name } = (item ?? {}) as { readonly name?: unknown };
    warn(`an item of its ${field} is not valid and is left out: ${JSON.stringify(name ?? null).slice(0, 100)}`);
    return false;
  });
  const isTimeValid = typeof ttlMs === "number" && Number.isSafeInteger(ttlMs) && ttlMs >= 0;
  const isScopeValid = cacheScope === "public" || cacheScope === "private";
  if (isTimeValid && isScopeValid && valid.length === all.length) return result;
  return {
    ...result,
    [field]: valid,
    ttlMs: isTimeValid ? ttlMs : 0,
    cacheScope: isScopeValid ? cacheScope : "private",
  };
}
