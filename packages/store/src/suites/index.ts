export type { Check } from "@toolcrib/shared/suites";
export { type CreateStore, storeSuite } from "./store-suite.ts";
