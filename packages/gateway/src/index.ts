export type { GatewayConfig } from "./config/gateway-config.ts";
export type { ToolsetServers } from "./contracts/toolset.ts";
export type { AnswerRequest, ClientRequest, TurnAnswer } from "./contracts/turn.ts";
export type { Upstream, UpstreamCall } from "./contracts/upstream.ts";
export {
  createGateway,
  type Gateway,
  type GatewayDependencies,
  type ListeningAddress,
} from "./server/create-gateway.ts";
