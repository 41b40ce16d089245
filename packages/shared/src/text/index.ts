export { countCharacters } from "./count-characters.ts";
export { formatCount, formatCountOf } from "./counts.ts";
export { firstSentence } from "./first-sentence.ts";
export { isBearerToken, isHeaderValue } from "./header-values.ts";
export { shorten } from "./shorten.ts";
export { splitWordPieces } from "./split-word-pieces.ts";
export { charactersPerToken } from "./tokens.ts";
export { withoutDiacritics } from "./without-diacritics.ts";
export { withoutMarkRuns } from "./without-mark-runs.ts";
