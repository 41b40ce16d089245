import type { ScriptedModel } from "@toolcrib/anthropic/testing";
import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import type { ChatModel } from "../chat/chat-request.ts";
import { createStrictChatApi } from "../chat/strict-chat-api.ts";
import { type AnswerFetch, serveFetch, type TestServer } from "../serve.ts";
import type { Rejection, SeenBody } from "./rejection.ts";

/** An upstream that refuses one thing, and what it has refused and taken. */
export interface RefusingServer extends TestServer {
  readonly refused: readonly string[];
  readonly taken: readonly SeenBody[];
}

/** Models for both dialects; the upstream's own is asked. */
export interface RefusingModels {
  readonly messages: ScriptedModel;
  readonly chat: ChatModel;
}

/** Starts an upstream that refuses what a case says and is strict besides. */
export async function startRefusing(rejection: Rejection, models: RefusingModels): Promise<RefusingServer> {
  const refused: string[] = [];
  const taken: SeenBody[] = [];
  const isChat = rejection.dialect === "openai-chat";
  const strict: AnswerFetch = isChat
    ? createStrictChatApi(models.chat).fetch
    : (request) => createStrictMessagesApi(models.messages).fetch(request);
  const server = await serveFetch(async (request) => {
    if (request.method !== "POST") return strict(request);
    const body = (await request.clone().json()) as SeenBody;
    const words = rejection.refuse({ body, headers: request.headers });
    if (words === undefined) {
      const answer = await strict(request);
      if (answer.ok) taken.push(body);
      else refused.push(await answer.clone().text());
      return answer;
    }
    refused.push(words);
    const status = rejection.status ?? 400;
    const type = status < 500 ? "invalid_request_error" : "api_error";
    const error = isChat ? { message: words, type, param: null, code: null } : { type, message: words };
    return Response.json(isChat ? { error } : { type: "error", error }, { status });
  });
  return { ...server, refused, taken };
}
