export { formatCount, formatCountOf } from "./counts.ts";
export { firstSentence } from "./first-sentence.ts";
export { shorten } from "./shorten.ts";
