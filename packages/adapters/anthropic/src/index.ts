export type { AgentOptions, AgentParams, AgentTurn, RunTool, ToolOutput } from "./agent/agent-options.ts";
export { type AgentResult, runAgent } from "./agent/run-agent.ts";
export { type ToolRunnerOptions, type ToolRunnerParams, toolRunnerParams } from "./tool-runner/tool-runner-params.ts";
export { type PreparedParams, wireParams } from "./wire/wire-params.ts";
