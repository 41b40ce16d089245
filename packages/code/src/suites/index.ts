export type { Check } from "@toolcrib/shared/suites";
export { type SandboxUnderTest, sandboxSuite } from "./sandbox-suite.ts";
