export { canonicalJson, withSortedKeys } from "./canonical-json.ts";
export { isNestedTooDeeply, isRecord, maxNesting } from "./json-shape.ts";
