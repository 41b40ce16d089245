export type { ToolsetServers } from "./contracts/toolset.ts";
export type { AnswerRequest, ClientRequest, TurnAnswer } from "./contracts/turn.ts";
export type { Upstream, UpstreamCall } from "./contracts/upstream.ts";
