interface TurnGlobals {
  readonly setTimeout: (begin: () => void, milliseconds: number) => unknown;
  readonly setImmediate?: (begin: () => void) => unknown;
}

// Read once, so that tests with a stopped clock do not stop what waits for a turn.
const { setImmediate, setTimeout } = globalThis as unknown as TurnGlobals;

// Module-level: there is one event loop.
let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop, so that other work can run in between. Each caller gets a turn of its own: a hundred that wait
 * at the same time do not continue one after the other in a single turn.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => startTurn(resolve)));
  return last;
}

/** A timer takes a millisecond, so a faster mechanism is used if there is one. */
function startTurn(begin: () => void): void {
  if (setImmediate === undefined) setTimeout(begin, 0);
  else setImmediate(begin);
}
