const maxExcerptLength = 300;
/** How much text an excerpt is taken from, before its markup is removed. */
const maxExcerptSource = 10_000;
const maxDetails = 32;

/** The message of an error body, in any envelope; the whole text if there is none. */
export function errorMessageOf(text: string): string {
  return messageIn(text) ?? text;
}

/** The message in error bodies of other servers: `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}`. */
export function messageIn(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    const error = body["error"];
    const inner = typeof error === "object" && error !== null ? (error as Record<string, unknown>)["message"] : error;
    const message = [inner, body["message"], body["detail"]].find(
      (value): value is string => typeof value === "string",
    );
    return message ?? describeDetails(body["detail"]);
  } catch {
    return undefined;
  }
}

/** FastAPI lists each problem of a request with its location and reason. */
function describeDetails(details: unknown): string | undefined {
  if (!Array.isArray(details)) return undefined;
  const lines = details
    .slice(0, maxDetails)
    .flatMap((detail: { readonly loc?: unknown; readonly msg?: unknown } | null) => {
      if (typeof detail?.msg !== "string") return [];
      return [Array.isArray(detail.loc) ? `${detail.loc.join(".")}: ${detail.msg}` : detail.msg];
    });
  return lines.length === 0 ? undefined : lines.join("; ");
}

/** The beginning of a text, on one line and without markup. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, maxExcerptSource)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length <= maxExcerptLength ? line : `${line.slice(0, maxExcerptLength)}…`;
}
