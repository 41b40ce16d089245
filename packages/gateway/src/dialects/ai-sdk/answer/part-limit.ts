import { tooMuch } from "../../shared/http/read-body.ts";

/**
 * Creates a function that throws if the parts of one answer are too long, one of them or all together: not every
 * package reads its answers with the fetch that it is given.
 */
export function createPartLimit(maxLength: number, maxPartLength: number = maxLength): (part: object) => void {
  let length = 0;
  return (part) => {
    const partLength = lengthOf(part, maxPartLength);
    if (partLength > maxPartLength) throw tooMuch(`has a part longer than ${maxPartLength} characters`);
    length += partLength;
    if (length > maxLength) throw tooMuch(`is longer than ${maxLength} characters`);
  };
}

/** How long the texts of a value are, its numbers and other values with one character each; not read beyond `max`. */
function lengthOf(value: unknown, max: number): number {
  const open = [value];
  let length = 0;
  while (open.length > 0 && length <= max) {
    const item = open.pop();
    if (typeof item === "string") length += item.length;
    else if (ArrayBuffer.isView(item)) length += item.byteLength;
    else if (typeof item === "object" && item !== null) for (const inner of Object.values(item)) open.push(inner);
    length++;
  }
  return length;
}
