import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { isReservedHeader } from "./reserved-headers.ts";

const maxHeaders = 32;
const headerName = /^[\w!#$%&'*+.^`|~-]{1,128}$/;
const headerValue = /^[\t\x20-\x7e]{0,8192}$/;
/** Headers of the messages between an MCP client and its server. */
const protocolHeaders = /^(?:accept|accept-encoding|content-.*|last-event-id|mcp-.*)$/;

/**
 * Reads the headers that a request wants to be sent to an MCP server; names are in lower case. `refuse` makes the error for what
 * may not be sent: the connection to a server is shared by all callers.
 */
export function readServerHeaders(
  value: unknown,
  refuse: (problem: string) => Error,
): Readonly<Record<string, string>> {
  if (!isRecord(value)) throw refuse(`expected an object of texts, got ${describeValue(value)}`);
  const entries = Object.entries(value).map(([name, text]) => [name.toLowerCase(), text] as const);
  if (entries.length > maxHeaders) throw refuse(`expected at most ${maxHeaders} headers, got ${entries.length}`);
  for (const [name, text] of entries) {
    if (!headerName.test(name)) throw refuse(`expected the name of an HTTP header, got ${describeValue(name)}`);
    if (isReservedHeader(name) || protocolHeaders.test(name)) {
      throw refuse(`expected headers that do not belong to the connection or the protocol, got ${name}`);
    }
    if (typeof text !== "string" || !headerValue.test(text)) {
      throw refuse(`expected a text of printable ASCII characters for ${name}, got ${describeKind(text)}`);
    }
  }
  return Object.fromEntries(entries as [string, string][]);
}

/** A value of a header may be a secret. */
function describeKind(value: unknown): string {
  return typeof value === "string" ? "another text" : describeValue(value);
}
