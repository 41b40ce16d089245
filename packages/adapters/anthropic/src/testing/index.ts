export { renderPrompt } from "./prompt.ts";
export type { RequestBody, WireBlock, WireMessage, WireToolEntry } from "./request-body.ts";
export {
  type AcceptedRequest,
  createStrictMessagesApi,
  type ScriptedModel,
  type StrictMessagesApi,
} from "./strict-messages-api.ts";
