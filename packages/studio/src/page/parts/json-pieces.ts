/** The kinds of JSON leaf, for colouring. */
type JsonKind = "string" | "number" | "boolean" | "null";

/** The value of a key: a leaf, or something expandable. */
export type JsonPiece =
  | { readonly type: "leaf"; readonly kind: JsonKind; readonly text: string; readonly hidden: number }
  | {
      readonly type: "branch";
      readonly open: "{" | "[";
      readonly close: "}" | "]";
      readonly entries: readonly (readonly [key: string | undefined, value: unknown])[];
    };

const maxTextLength = 2_000;

/** Splits one level of a value. Long texts are truncated; `hidden` says by how much. */
export function jsonPiece(value: unknown, isWhole = false): JsonPiece {
  if (Array.isArray(value)) {
    return { type: "branch", open: "[", close: "]", entries: value.map((item) => [undefined, item] as const) };
  }
  if (typeof value === "object" && value !== null) {
    return { type: "branch", open: "{", close: "}", entries: Object.entries(value) };
  }
  if (typeof value === "string") {
    const isCut = !isWhole && value.length > maxTextLength;
    const text = JSON.stringify(isCut ? value.slice(0, maxTextLength) : value);
    return { type: "leaf", kind: "string", text, hidden: isCut ? value.length - maxTextLength : 0 };
  }
  const kind = typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "null";
  return { type: "leaf", kind, text: JSON.stringify(value) ?? "null", hidden: 0 };
}

/** The summary of a collapsed branch. */
export function branchSummary(value: object): string {
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  const fields = value as Readonly<Record<string, unknown>>;
  const label = ["type", "name", "role"].flatMap((field) => (typeof fields[field] === "string" ? [fields[field]] : []));
  if (label.length > 0) return label.join(" · ");
  const count = Object.keys(fields).length;
  return count === 1 ? "1 field" : `${count} fields`;
}

/** The size of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? "").length;
}
