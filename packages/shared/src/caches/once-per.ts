/**
 * Computes a value once per object, and caches it for the object's lifetime. The cache belongs to the module, not to a
 * session or request, because the value depends on the object alone; so it can never change a result, only its cost.
 * Objects are recognised by identity: replace one that changes, never modify it.
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
