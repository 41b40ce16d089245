export type { Check } from "./check.ts";
export { loaderSuite } from "./loader-suite.ts";
