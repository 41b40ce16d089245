import type { ParamHeader } from "./param-headers.ts";

const prefix = "=?base64?";
const suffix = "?=";
/** Visible ASCII, with spaces and tabs in between, is sent unchanged. */
const plain = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const decimal = /^-?\d+(?:\.0+)?$/;

/** The headers that mirror the arguments of a call. */
export function paramHeadersFor(declared: readonly ParamHeader[], input: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, path } of declared) {
    const text = textOf(valueAt(input, path));
    if (text !== undefined) headers[`Mcp-Param-${name}`] = encodeHeaderValue(text);
  }
  return headers;
}

/** Why the headers of a request do not match its arguments; undefined if they do. */
export function findParamHeaderMismatch(
  declared: readonly ParamHeader[],
  input: unknown,
  headerOf: (name: string) => string | undefined,
): string | undefined {
  for (const { name, path, type } of declared) {
    const header = `Mcp-Param-${name}`;
    const value = valueAt(input, path);
    const given = headerOf(header.toLowerCase());
    const text = textOf(value);
    if (given === undefined) {
      if (text !== undefined) return `the body has ${path.join(".")}, and the header ${header} is missing`;
      continue;
    }
    const decoded = decodeHeaderValue(given);
    if (decoded === undefined) return `the header ${header} is not valid Base64`;
    const isEqual =
      type === "integer" && typeof value === "number"
        ? decimal.test(decoded) && Number(decoded) === value
        : decoded === text;
    if (!isEqual) return `the header ${header} and ${path.join(".")} in the body differ`;
  }
  return undefined;
}

function encodeHeaderValue(text: string): string {
  if (plain.test(text) && !isEncoded(text)) return text;
  return `${prefix}${Buffer.from(text, "utf8").toString("base64")}${suffix}`;
}

function decodeHeaderValue(value: string): string | undefined {
  if (!isEncoded(value)) return value;
  const encoded = value.slice(prefix.length, -suffix.length);
  if (!base64.test(encoded)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(encoded, "base64"));
  } catch {
    return undefined;
  }
}

function isEncoded(value: string): boolean {
  return value.startsWith(prefix) && value.endsWith(suffix) && value.length >= prefix.length + suffix.length;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return String(value);
  return undefined;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, key)) return undefined;
    inner = (inner as Record<string, unknown>)[key];
  }
  return inner;
}
