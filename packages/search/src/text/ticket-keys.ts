/** `PAY-77`: two letters or more and a number. What follows a second hyphen is something else: `CVE-2024-1234`. */
const ticketKey = /(?<![\p{L}\p{N}_-])([A-Z][A-Z0-9]{1,9})-\d{1,6}(?![\p{L}\p{N}_-])/gu;
/** Names of standards, models and diseases look alike. */
const notTickets: ReadonlySet<string> = new Set(
  "AES CD COVID DALL DIN EN GPT HTTP IEC IEEE IP IPV ISO MD MP RFC RSA SHA TLS USB UTC UTF VGA WIN".split(" "),
);

/** Both words: trackers use one or the other. */
const trackedThing = "issue ticket";

/**
 * Replaces the keys of tickets by what they stand for: `PAY-77 is done` is about an issue, not about payments.
 * Undefined if a text has none.
 */
export function readTicketKeys(text: string): string | undefined {
  if (!text.includes("-")) {
    return undefined;
  }
  const read = text.replace(ticketKey, (key, project: string) => (notTickets.has(project) ? key : trackedThing));
  return read === text ? undefined : read;
}
