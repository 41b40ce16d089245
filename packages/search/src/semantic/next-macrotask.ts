const { setImmediate } = globalThis as { readonly setImmediate?: (callback: () => void) => unknown };

/** Lets other requests run between batches. A timer takes a millisecond, so a faster mechanism is used if available. */
export function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate === undefined) {
      setTimeout(resolve, 0);
    } else {
      setImmediate(resolve);
    }
  });
}
