export type { RequestBody, WireBlock, WireMessage, WireToolEntry } from "./api/request-body.ts";
export { renderPrompt } from "./prompt.ts";
export {
  type AcceptedRequest,
  createStrictMessagesApi,
  type ScriptedModel,
  type StrictMessagesApi,
} from "./strict-messages-api.ts";
