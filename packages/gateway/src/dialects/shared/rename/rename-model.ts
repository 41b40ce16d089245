import { findModelValue } from "../../../body/model-field.ts";

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
