/** The function, which reads an object once: frameworks list the same tools for every request. */
export function readOnce<Given extends object, Result>(read: (given: Given) => Result): (given: Given) => Result {
  const known = new WeakMap<Given, Result>();
  return (given) => {
    const result = known.has(given) ? (known.get(given) as Result) : read(given);
    known.set(given, result);
    return result;
  };
}
