export type { Check } from "@toolcrib/core/suites";
export { clientDialectSuite } from "./client-dialect-suite.ts";
export type { DialectUnderTest, ReadStream, WrittenQuestion } from "./dialect-under-test.ts";
export { type ToolsetServersUnderTest, toolsetServersSuite } from "./toolset-servers-suite.ts";
export { traceSinkSuite } from "./trace-sink-suite.ts";
