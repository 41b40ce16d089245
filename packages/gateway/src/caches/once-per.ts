/**
 * Computes a value once per object, and caches it for the object's lifetime. For messages, lists of tools and what is
 * derived from them: the body reader gives equal ones the same identity across requests, and nobody modifies them. The
 * cache belongs to the module, not to a request, because the value depends on the object alone; so it can never change
 * a response, only its cost.
 */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let known = made.get(key);
    if (known === undefined) {
      known = { value: make(key) };
      made.set(key, known);
    }
    return known.value;
  };
}
