import type { RefusedParts } from "../../../../../contracts/upstream.ts";
import { dropField } from "../../../../../fields/drop-field.ts";
import { parseFieldPath } from "../../../../../fields/field-path.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fields that say the same: where one is refused, the other is tried. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["max_tokens", "max_completion_tokens"],
  ["max_completion_tokens", "max_tokens"],
]);
/** What makes a request: without these it would be another one, or none. */
const essential: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "tools",
  "functions",
  "stream",
  "stop",
  "tool_choice",
  "function_call",
  "response_format",
  "n",
  "modalities",
  "audio",
]);
const essentialToolFields: ReadonlySet<string> = new Set(["name", "description", "parameters", "format", "type"]);
const essentialMessageFields: ReadonlySet<string> = new Set([
  "role",
  "content",
  "tool_calls",
  "tool_call_id",
  "function_call",
  "name",
  "audio",
]);

/** Whether a request still says the same without a field, or says it with another one. */
export function canOmit(path: readonly string[]): boolean {
  const [field, entry, ...inner] = path;
  if (field === undefined || path.includes("")) return false;
  if (field === "messages")
    return entry === "*" && inner.length === 1 && !essentialMessageFields.has(inner[0] as string);
  if (field === "tools") return entry === "*" && canOmitOfTool(inner);
  return !essential.has(field);
}

function canOmitOfTool([field, inner, ...deeper]: readonly string[]): boolean {
  if (field !== "function" && field !== "custom") return field !== undefined && field !== "type" && inner === undefined;
  return inner !== undefined && deeper.length === 0 && !essentialToolFields.has(inner);
}

/** The request without what the server has refused. */
export function withoutRefused(body: Fields, refused: RefusedParts | undefined): Fields {
  if (refused === undefined) return body;
  let kept = body;
  for (const name of refused.fields) {
    const other = otherNames.get(name);
    if (
      other !== undefined &&
      kept[name] !== undefined &&
      kept[other] === undefined &&
      !refused.fields.includes(other)
    ) {
      kept = renamed(kept, name, other);
    } else {
      kept = dropField(kept, parseFieldPath(name));
    }
  }
  return kept;
}

/** In its place, so that the order of the fields stays. */
function renamed(body: Fields, name: string, other: string): Fields {
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field === name ? other : field, value]));
}
