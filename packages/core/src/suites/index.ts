export type { Check } from "./check.ts";
export { loaderSuite } from "./loader-suite.ts";
export { skillSourceSuite } from "./skill-source-suite.ts";
