import { isSpecType, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { modernVersion } from "./protocol-era.ts";

type Result = Readonly<Record<string, unknown>>;

const lists: readonly (readonly [field: string, isValid: (item: unknown) => boolean])[] = [
  ["tools", isSpecType.Tool],
  ["prompts", isSpecType.Prompt],
  ["resources", isSpecType.Resource],
  ["resourceTemplates", isSpecType.ResourceTemplate],
];

/** What is known about the connection of a message. */
export interface RepairOptions {
  /** The negotiated version; undefined until then. */
  readonly version: string | undefined;
  /** Reports what was removed. */
  readonly warn: (message: string) => void;
}

/**
 * Adapts a result of a server since 2026 to the SDK, which is stricter than the protocol: one without a type counts as
 * complete, invalid list items are removed, and invalid cache hints are ignored. Other messages stay unchanged.
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
