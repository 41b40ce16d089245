/** Headers of one connection, of its path through proxies, of a browser's session, and of this gateway. */
const names: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "cookie",
  "cookie2",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
  "x-real-ip",
  "x-rewrite-url",
]);
const prefixes: readonly string[] = ["proxy-", "toolcrib-", "x-forwarded-", "x-original-"];

/** Whether a header, in lower case, is written by the gateway alone: what a client sends in it never reaches a server. */
export function isReservedHeader(name: string): boolean {
  return names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/** Whether a reserved header begins with a text. */
export function beginsReservedHeader(beginning: string): boolean {
  return (
    [...names].some((name) => name.startsWith(beginning)) ||
    prefixes.some((prefix) => prefix.startsWith(beginning) || beginning.startsWith(prefix))
  );
}
