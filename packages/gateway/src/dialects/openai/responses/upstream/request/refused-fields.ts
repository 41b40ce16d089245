/** The field that stands for all thoughts: they are left out together. */
export const refusedThoughts = "input.*.encrypted_content";

/** What makes a request: without these it would be another one, or none. */
const essential: ReadonlySet<string> = new Set([
  "model",
  "input",
  "instructions",
  "stream",
  "tool_choice",
  "max_output_tokens",
  "previous_response_id",
  "conversation",
  "prompt",
  "background",
]);
const essentialToolFields: ReadonlySet<string> = new Set([
  "type",
  "name",
  "description",
  "parameters",
  "format",
  "tools",
]);

/** Errors that name no field, and the field that they mean. */
const meanings: readonly (readonly [words: RegExp, field: string])[] = [
  [/encrypted content is not supported with this model/i, "include"],
  // A model that does not reason names one of the fields inside, sent or not.
  [/'reasoning\.(?:effort|summary)' is not supported with this model/i, "reasoning"],
  [/verified to generate reasoning summaries/i, "reasoning.summary"],
  [/encrypted content .{0,200}could not be verified/i, refusedThoughts],
];
const maxReadLength = 1_000;

/** Whether a request still says the same without a field, as far as it matters to the client. */
export function canOmit(path: readonly string[]): boolean {
  const [field, ...inner] = path;
  if (field === undefined || path.includes("")) return false;
  if (field === "tools") return inner.length === 2 && inner[0] === "*" && !essentialToolFields.has(inner[1] as string);
  // A client that asked for a format parses the answer by it.
  if (field === "text") return inner.length > 0 && inner[0] !== "format";
  return !essential.has(field);
}

export function meantBy(message: string): readonly string[] {
  const text = message.slice(0, maxReadLength);
  return meanings.flatMap(([words, field]) => (words.test(text) ? [field] : []));
}
