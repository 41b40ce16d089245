export { isToolcribError } from "@toolcrib/shared/errors";
export { CodeError } from "./errors/code-error.ts";
export type { CodeErrorCode, CodeErrorDetails } from "./errors/error-table.ts";
export { errorTable } from "./errors/error-table.ts";
export { createPythonSandbox, type PythonSandboxOptions } from "./python/create-python-sandbox.ts";
export { createQuickJsSandbox, type QuickJsSandboxOptions } from "./quickjs/create-quickjs-sandbox.ts";
export {
  createProgramTool,
  type ProgramAnswer,
  type ProgramRunner,
  type ProgramToolOptions,
} from "./run/create-program-tool.ts";
export {
  type ProgramDefinition,
  type ProgramDefinitionOptions,
  programDefinition,
  programDefinitionInTurns,
  readProgram,
} from "./run/program-definition.ts";
export type { ExecuteOptions, ProgramTool } from "./run/program-tool.ts";
export { type CallDecision, type ProgramSource, type RunProgramOptions, runProgram } from "./run/run-program.ts";
export { stepText } from "./run/step-text.ts";
export { createToolSearch, type FindTools, type FoundTool, type ToolSearch } from "./run/tool-search.ts";
export { defaultProgramLimits, type ProgramLimits } from "./sandbox/program-limits.ts";
export type {
  CallKind,
  CallResult,
  FailureReason,
  PendingCall,
  ProgramFailure,
  ProgramOutput,
  ProgramStep,
  ProgramUsage,
  StateLoss,
} from "./sandbox/program-step.ts";
export type { ProgramLanguage, ProgramStart, ResumeOptions, Sandbox } from "./sandbox/sandbox.ts";
export {
  createSnapshotSeal,
  type SealOwner,
  type SnapshotSeal,
  type SnapshotSealOptions,
} from "./seal/snapshot-seal.ts";
export { describeTools } from "./signatures/describe-tools.ts";
export { type DescribedTool, toolSignature } from "./signatures/tool-signature.ts";
export { OwnerTurns, type OwnerTurnsOptions } from "./threads/owner-turns.ts";
