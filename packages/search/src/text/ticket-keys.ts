/** `PAY-77`: two letters or more and a number. What follows a second hyphen is something else: `CVE-2024-1234`. */
const ticketKey = /(?<![\p{L}\p{N}_-])([A-Z][A-Z0-9]{1,9})-\d{1,6}(?![\p{L}\p{N}_-])/gu;
/** Names of standards, models and diseases look alike. */
const notTickets: ReadonlySet<string> = new Set(
  "AES CD COVID DALL DIN EN GPT HTTP IEC IEEE IP IPV ISO MD MP RFC RSA SHA TLS USB UTC UTF VGA WIN".split(" "),
);

/** Both words: trackers use one or the other. */
const trackedThing = "issue ticket";
/** What is between tickets that are only listed. */
const listing = /^(?:[\s,;&/]|and|or|to)*$/i;
const relation = "link";

/**
 * Replaces the keys of tickets by what they stand for: `PAY-77 is done` is about an issue, not about payments. What is
 * said of two tickets is how they relate: `API-9 waits for API-4`.
 * Undefined if a text has none.
 */
export function readTicketKeys(text: string): string | undefined {
  if (!text.includes("-")) {
    return undefined;
  }
  const parts: string[] = [];
  let end = 0;
  for (const { 0: key, 1: project, index } of text.matchAll(ticketKey)) {
    if (!notTickets.has(project as string)) {
      parts.push(text.slice(end, index));
      end = index + key.length;
    }
  }
  if (parts.length === 0) {
    return undefined;
  }
  const read = [...parts, text.slice(end)].join(trackedThing);
  return parts.slice(1).some((part) => !listing.test(part)) ? `${read} ${relation}` : read;
}
