const hour = 60 * 60 * 1000;

/** A clock that starts with the hour: neither a quota nor "today" starts again between two tests. */
export function clockOfOneHour(): { readonly now: number } {
  const started = Date.now();
  return {
    get now() {
      return Date.now() - (started % hour);
    },
  };
}
