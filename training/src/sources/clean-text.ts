const namedEntities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** One line of plain text: no markup, no addresses, no runs of spaces. */
export function cleanText(raw: string): string {
  return raw
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => namedEntities[name] ?? " ")
    .replace(/<[^>]{1,200}>/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/[`*#|]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Cuts at a sentence end where one lies before the limit, otherwise at a space. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const sentenceEnd = cut.lastIndexOf(". ");
  if (sentenceEnd > limit / 3) return cut.slice(0, sentenceEnd + 1);
  const space = cut.lastIndexOf(" ");
  return space > 0 ? cut.slice(0, space) : cut;
}

/** `listPullRequests`, `list_pull_requests` and `pulls/list` as separate words. */
export function splitIdentifier(identifier: string): string {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether the encoder can make something of the text: Latin letters for the most part, several words. */
export function isUsable(text: string): boolean {
  if (text.length < 12 || text.split(" ").length < 3) return false;
  const letters = text.match(/[a-zA-Z ]/g)?.length ?? 0;
  return letters / text.length > 0.7;
}
