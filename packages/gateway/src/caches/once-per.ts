/**
 * Makes something of an object once, and remembers it as long as the object lives. For messages, lists of tools and what is made of
 * them: the reader of bodies gives equal ones of all requests the same identity, and nobody writes into them. The memory belongs to the
 * module, not to a request, because the value depends on the object alone; so it can change no answer, only its price.
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
