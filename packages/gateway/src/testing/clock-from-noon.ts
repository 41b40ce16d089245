/** A clock that starts at noon in the middle of a month: no hour, day or month ends during a test, so nothing counts from zero again. */
export function createClockFromNoon(): () => number {
  const ahead = Date.parse("2026-06-15T12:00:00Z") - Date.now();
  return () => Date.now() + ahead;
}
