const id = String.raw`(?:[EFLPQ]\d+(?:\.\d+|[a-f])?|W-[A-Z]+\d+)`;
const leadingIds = new RegExp(String.raw`^${id}(?:, ${id})*(?=[\s:]|$)`);
const anyId = new RegExp(String.raw`(?<![\w.-])${id}(?![\w-]|\.\d)`, "g");

/** The ids that a title cites: those at its start. */
export function readCitedIds(title: string): string[] {
  return leadingIds.exec(title)?.[0].split(", ") ?? [];
}

/** Everything in a text that looks like an id. */
export function findIds(text: string): string[] {
  return text.match(anyId) ?? [];
}
