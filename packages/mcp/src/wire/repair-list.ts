import { isSpecType, type JSONRPCMessage } from "@modelcontextprotocol/client";

type Item = Readonly<Record<string, unknown>>;

const items: readonly (readonly [field: string, isValid: (item: unknown) => boolean])[] = [
  ["tools", isSpecType.Tool],
  ["prompts", isSpecType.Prompt],
  ["resources", isSpecType.Resource],
  ["resourceTemplates", isSpecType.ResourceTemplate],
];

/**
 * A list of a server since 2026 as the SDK takes it, which refuses a list as a whole: items that are not valid are left out, and what is said
 * wrongly of how long it may be kept counts as not said. Any other message is returned as it is.
 */
export function repairList(message: JSONRPCMessage, warn: (message: string) => void): JSONRPCMessage {
  const { result } = message as { readonly result?: Item };
  if (typeof result !== "object" || result === null || result["resultType"] !== "complete") return message;
  const found = items.find(([field]) => Array.isArray(result[field]));
  if (found === undefined) return message;
  const [field, isValid] = found;
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
  if (isTimeValid && isScopeValid && valid.length === all.length) return message;
  const repaired = {
    ...result,
    [field]: valid,
    ttlMs: isTimeValid ? ttlMs : 0,
    cacheScope: isScopeValid ? cacheScope : "private",
  };
  return { ...message, result: repaired } as JSONRPCMessage;
}
