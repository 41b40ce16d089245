import { createStrictMessagesApi, type RequestBody } from "@toolcrib/anthropic/testing";
import type { ChatRequest } from "../../src/testing/chat/chat-request.ts";
import { createStrictChatApi } from "../../src/testing/chat/strict-chat-api.ts";
import type { SeenBody } from "../../src/testing/rejections/rejection.ts";
import { type AnswerFetch, serveFetch, type TestServer } from "../../src/testing/serve.ts";
import { type PromptParts, partsOfChat, partsOfMessages } from "../measure/prompt-parts.ts";
import { chatModel, messagesModel } from "./scripted-model.ts";
import type { Refuse } from "./strict-refusals.ts";

/** A scripted upstream on a real socket. */
export interface ScriptedUpstream extends TestServer {
  readonly dialect: "anthropic" | "openai-chat";
  /** The prompts with tools that it took, as a prompt cache would see them. */
  readonly taken: readonly PromptParts[];
  /** The same requests as they came. */
  readonly bodies: readonly SeenBody[];
  /** What it refused, in its words. */
  readonly refused: readonly string[];
  /** What its model said. */
  readonly said: readonly string[];
  /** Mistakes of the script itself. */
  readonly problems: readonly string[];
}

/** Starts an upstream that is strict as the API itself is, and refuses besides what it is told to. */
export async function startUpstream(
  dialect: "anthropic" | "openai-chat",
  refusals: readonly Refuse[],
): Promise<ScriptedUpstream> {
  const taken: PromptParts[] = [];
  const bodies: SeenBody[] = [];
  const refused: string[] = [];
  const problems: string[] = [];
  const said: string[] = [];
  const api = dialect === "anthropic" ? messagesApi(said) : chatApi(said);
  const partsOf = (body: SeenBody): PromptParts =>
    dialect === "anthropic"
      ? partsOfMessages(body as unknown as RequestBody)
      : partsOfChat(body as unknown as ChatRequest);
  const server = await serveFetch(async (request) => {
    if (request.method !== "POST") return api(request);
    const body = (await request.clone().json()) as SeenBody;
    const words = refusals
      .map((refuse) => refuse({ body, headers: request.headers }))
      .find((said) => said !== undefined);
    if (words !== undefined) {
      refused.push(words);
      return Response.json(
        { type: "error", error: { type: "invalid_request_error", message: words } },
        { status: 400 },
      );
    }
    const isCount = new URL(request.url).pathname.endsWith("/count_tokens");
    try {
      const answer = await api(request);
      if (!answer.ok) problems.push(`${answer.status} ${await answer.clone().text()}`);
      else if (!isCount && (body.tools?.length ?? 0) > 0) {
        taken.push(partsOf(body));
        bodies.push(body);
      }
      return answer;
    } catch (error) {
      problems.push(String(error));
      throw error;
    }
  });
  return { ...server, dialect, taken, bodies, refused, said, problems };
}

function messagesApi(said: string[]): AnswerFetch {
  return createStrictMessagesApi((...request) => {
    const content = messagesModel(...request);
    said.push(...content.flatMap(({ type, text }) => (type === "text" ? [String(text)] : [])));
    return content;
  }).fetch;
}

function chatApi(said: string[]): AnswerFetch {
  return createStrictChatApi((...request) => {
    const reply = chatModel(...request);
    if (reply.text !== undefined) said.push(reply.text);
    return reply;
  }).fetch;
}
