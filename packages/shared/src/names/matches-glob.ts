/**
 * Matches a whole text against a pattern in which `*` stands for any characters and `?` for one, in any case.
 * Written out because patterns come from files and URLs: a regular expression made of them could backtrack without end.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const wanted = pattern.toLowerCase();
  const given = text.toLowerCase();
  let wantedAt = 0;
  let givenAt = 0;
  let starAt = -1;
  let retryAt = 0;
  while (givenAt < given.length) {
    if (wanted[wantedAt] === "*") {
      starAt = wantedAt++;
      retryAt = givenAt;
    } else if (wantedAt < wanted.length && (wanted[wantedAt] === "?" || wanted[wantedAt] === given[givenAt])) {
      wantedAt++;
      givenAt++;
    } else if (starAt >= 0) {
      wantedAt = starAt + 1;
      givenAt = ++retryAt;
    } else {
      return false;
    }
  }
  while (wanted[wantedAt] === "*") wantedAt++;
  return wantedAt === wanted.length;
}
