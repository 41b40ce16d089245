const maxExcerptLength = 60;

/** Says what a JSON value is, for the "got …" part of a message; long text is cut. */
export function describeJson(value: unknown): string {
  if (value === undefined) {
    return "nothing";
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  }
  if (typeof value === "object" && value !== null) {
    return "an object";
  }
  if (typeof value === "string") {
    return value === "" ? "an empty text" : excerpt(JSON.stringify(value));
  }
  return JSON.stringify(value);
}

/** The beginning of a text, with a mark where it was cut. */
export function excerpt(text: string): string {
  return text.length <= maxExcerptLength ? text : `${text.slice(0, maxExcerptLength)}…`;
}
