import { isRecord, parseJson } from "@toolcrib/shared/json";
import { shorten } from "@toolcrib/shared/text";

const maxExcerptLength = 300;
/** How much text an excerpt is taken from, before its markup is removed. */
const maxExcerptSource = 10_000;
const maxDetails = 32;

/** The message of an error body, in any envelope; the whole text if there is none. */
export function errorMessageOf(text: string): string {
  return messageIn(text) ?? text;
}

/** Whether a body is an HTML page, such as that of a proxy, which is no use in an error message. */
export function isPage(text: string): boolean {
  return /^\s*</.test(text);
}

/** The message in error bodies of other servers: `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}`. */
export function messageIn(text: string): string | undefined {
  const body = parseJson(text);
  if (!isRecord(body)) return undefined;
  const { error, message, detail } = body;
  const inner = isRecord(error) ? error["message"] : error;
  const found = [inner, message, detail].find((value): value is string => typeof value === "string");
  return found ?? describeDetails(detail);
}

/** FastAPI lists each problem of a request with its location and reason. */
function describeDetails(details: unknown): string | undefined {
  if (!Array.isArray(details)) return undefined;
  const lines = details
    .slice(0, maxDetails)
    .flatMap((detail: { readonly loc?: unknown; readonly msg?: unknown } | null) => {
      if (typeof detail?.msg !== "string") return [];
      return [Array.isArray(detail.loc) ? `${pathOf(detail.loc)}: ${detail.msg}` : detail.msg];
    });
  return lines.length === 0 ? undefined : lines.join("; ");
}

/** Only names and positions: an object may not even convert to a text. */
function pathOf(steps: readonly unknown[]): string {
  return steps.filter((step) => typeof step === "string" || typeof step === "number").join(".");
}

/** The beginning of a text, on one line and without markup. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, maxExcerptSource)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return shorten(line, maxExcerptLength);
}
