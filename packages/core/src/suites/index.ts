export type { Check } from "@toolcrib/shared/suites";
export { catalogueIndexSuite } from "./catalogue-index-suite.ts";
export { engineTraceSinkSuite } from "./engine-trace-sink-suite.ts";
export { loaderSuite } from "./loader-suite.ts";
export { skillSourceSuite } from "./skill-source-suite.ts";
