export type { Check } from "@toolcrib/shared/suites";
export { clientDialectSuite } from "./client-dialect-suite.ts";
export type { DialectUnderTest, ReadStream, WrittenQuestion } from "./dialect-under-test.ts";
export type { Script, ScriptedTurn } from "./scripted-turn.ts";
export { type ToolsetServersUnderTest, toolsetServersSuite } from "./toolset-servers-suite.ts";
export { traceSinkSuite } from "./trace-sink-suite.ts";
export { upstreamSuite } from "./upstream-suite.ts";
export type { StartUpstream, UpstreamUnderTest } from "./upstream-under-test.ts";
