const maxExcerptLength = 60;

/**
 * Says what a value is, for the "got …" part of an error message.
 * Text from outside is quoted and cut, so that it can neither flood nor forge a message.
 */
export function describeValue(value: unknown): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return `an array of length ${value.length}`;
  }
  switch (typeof value) {
    case "string":
      return describeString(value);
    case "number":
    case "boolean":
    case "bigint":
    case "undefined":
      return String(value);
    case "object":
      return "an object";
    default:
      return `a ${typeof value}`;
  }
}

function describeString(value: string): string {
  if (value === "") {
    return "an empty string";
  }
  if (value.length <= maxExcerptLength) {
    return JSON.stringify(value);
  }
  return `${JSON.stringify(value.slice(0, maxExcerptLength))}… (${value.length} characters)`;
}
