import { expect, it } from "vitest";
import * as code from "./index.ts";
import * as suites from "./suites/index.ts";

it("exports exactly the names of the public contract", () => {
  expect(Object.keys(code).toSorted()).toEqual([
    "CodeError",
    "OwnerTurns",
    "createProgramTool",
    "createPythonSandbox",
    "createQuickJsSandbox",
    "createSnapshotSeal",
    "createToolSearch",
    "defaultProgramLimits",
    "describeTools",
    "errorTable",
    "isToolcribError",
    "programDefinition",
    "programDefinitionInTurns",
    "readProgram",
    "runProgram",
    "stepText",
    "toolSignature",
  ]);
  expect(Object.keys(suites)).toEqual(["sandboxSuite"]);
});

it("keeps the error codes", () => {
  expect(Object.keys(code.errorTable).toSorted()).toEqual([
    "engine_failed",
    "engine_not_installed",
    "invalid_program",
    "invalid_program_snapshot",
    "invalid_result",
    "invalid_seal_key",
    "other_engine",
    "program_not_repeated",
    "sandbox_busy",
    "sandbox_closed",
    "snapshot_expired",
    "snapshot_rejected",
  ]);
});
