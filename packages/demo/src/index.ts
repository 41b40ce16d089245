export type { AcceptedRequest } from "@toolcrib/anthropic/testing";
export { createDemoServers, type DemoServers } from "./demo-servers.ts";
export {
  type CallDemoTool,
  type DemoTool,
  type PlayedCall,
  type PlayedConversation,
  playConversation,
} from "./play-conversation.ts";
export { type StandIn, serveStandIn } from "./serve-stand-in.ts";
export { demoRequest, standInModel } from "./stand-in-model.ts";
