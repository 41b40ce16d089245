export type { Check } from "@toolcrib/shared/suites";
export { trustGateSuite } from "./trust-gate-suite.ts";
