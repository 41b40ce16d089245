/** A copy that nobody can write into: writing throws, as modules are strict. */
export function frozenCopy<Value>(value: Value): Value {
  return freeze(structuredClone(value));
}

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) freeze(inner);
    Object.freeze(value);
  }
  return value;
}
