export { canonicalJson, withSortedKeys } from "./canonical-json.ts";
export { escapeUnprintable } from "./escape-unprintable.ts";
export { countInexact, maxInexact, parseExactly, replaceInexact, writeExactly } from "./exact-numbers.ts";
export {
  countJsonValues,
  describeJsonExcess,
  findJsonExcess,
  JsonCounter,
  type JsonExcess,
  type JsonLimits,
  jsonLimitNouns,
  jsonLimits,
} from "./json-counter.ts";
export { isLongerThan, isNestedTooDeeply, isRecord, maxNesting } from "./json-shape.ts";
export { JsonExcessError, parseBounded, parseJson } from "./parse-json.ts";
