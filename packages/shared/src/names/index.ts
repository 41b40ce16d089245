export { closestName } from "./closest-name.ts";
export { compareNames } from "./compare-names.ts";
export { matchesGlob } from "./matches-glob.ts";
export { nearestNames } from "./nearest-names.ts";
