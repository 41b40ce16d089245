const quote = 0x22;
const backslash = 0x5c;
const opening = new Set([0x7b, 0x5b]);
const closing = new Set([0x7d, 0x5d]);

/**
 * Replaces the value of the `model` field in the bytes of a JSON object and changes nothing else. The field is usually near the start.
 * `depth` is 1 for the object's own field, 2 for a field of a nested object.
 */
export function renameModel(body: readonly Uint8Array[], model: string, depth = 1): readonly Uint8Array[] {
  const [first, ...others] = body;
  if (first === undefined) return body;
  const value = findModelValue(first, depth);
  // A string that ends with this chunk may continue in the next one.
  if (value === undefined || value.end === first.length) {
    return others.length === 0 ? body : renameModel([Buffer.concat(body)], model, depth);
  }
  const name = Buffer.from(JSON.stringify(model));
  return [first.subarray(0, value.start), name, first.subarray(value.end), ...others];
}

/** The position of the string value of `model` at this depth, including its quotes. */
function findModelValue(
  body: Uint8Array,
  depthOfModel: number,
): { readonly start: number; readonly end: number } | undefined {
  let depth = 0;
  let isModelValue = false;
  for (let position = 0; position < body.length; position++) {
    const byte = body[position] as number;
    if (opening.has(byte)) depth++;
    else if (closing.has(byte)) depth--;
    else if (byte === quote) {
      const end = endOfString(body, position);
      if (isModelValue) return { start: position, end };
      isModelValue = depth === depthOfModel && isKey(body, end) && textOf(body, position, end) === '"model"';
      position = end - 1;
    }
  }
  return undefined;
}

function endOfString(body: Uint8Array, start: number): number {
  for (let position = start + 1; position < body.length; position++) {
    if (body[position] === backslash) position++;
    else if (body[position] === quote) return position + 1;
  }
  return body.length;
}

/** Whether a colon follows: then the string is a key. */
function isKey(body: Uint8Array, end: number): boolean {
  let position = end;
  while (position < body.length && (body[position] as number) <= 0x20) position++;
  return body[position] === 0x3a;
}

function textOf(body: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(body.subarray(start, end));
}
