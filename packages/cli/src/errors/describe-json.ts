import { describeValue } from "@toolcrib/shared/errors";

const maxExcerptLength = 60;

/** Says what a JSON value is, for the "got …" part of a message; long text is cut. */
export function describeJson(value: unknown): string {
  return value === undefined ? "nothing" : describeValue(value);
}

/** The beginning of a text, with a mark where it was cut. */
export function excerpt(text: string): string {
  return text.length <= maxExcerptLength ? text : `${text.slice(0, maxExcerptLength)}…`;
}
