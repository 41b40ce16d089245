/**
 * Whether the first `length` items of two lists are the same objects. `Object.is` and not `===`, for which V8 reads the
 * objects: that costs up to three times as much for a long list of objects that were not accessed recently.
 */
export function hasSameStart(left: readonly unknown[], right: readonly unknown[], length: number): boolean {
  for (let position = 0; position < length; position++) {
    if (!Object.is(left[position], right[position])) return false;
  }
  return true;
}
