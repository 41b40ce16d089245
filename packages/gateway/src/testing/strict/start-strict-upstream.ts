import { createStrictMessagesApi, renderPrompt } from "@toolcrib/anthropic/testing";
import { createStrictChatApi } from "../chat/strict-chat-api.ts";
import { createPrefixMeter, type PrefixMeter, type PrefixReading } from "../prefix-meter.ts";
import { createStrictResponsesApi } from "../responses-api/strict-responses-api.ts";
import { type CutBytes, serveFetch, type TestServer } from "../serve.ts";
import type { ScriptedModels } from "./call-when-visible.ts";

export type StrictDialect = "anthropic" | "openai-chat" | "openai-responses";

/** A strict upstream on a real socket, with a scripted model and a prefix meter. */
export interface StrictUpstream extends TestServer {
  readonly dialect: StrictDialect;
  /** The bodies that were accepted. */
  readonly bodies: readonly object[];
  readonly rejected: readonly string[];
  /** What a prompt cache could reuse, request by request. */
  readonly readings: readonly PrefixReading[];
}

/** Starts a strict upstream of either dialect. */
export async function startStrictUpstream(
  dialect: StrictDialect,
  models: ScriptedModels,
  cut?: CutBytes,
): Promise<StrictUpstream> {
  const started = starters[dialect](models);
  const server = await serveFetch(started.fetch, cut);
  return {
    ...server,
    dialect,
    get bodies() {
      return started.bodies();
    },
    rejected: started.rejected,
    get readings() {
      return started.readings();
    },
  };
}

interface Started {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly bodies: () => readonly object[];
  readonly rejected: readonly string[];
  readonly readings: () => readonly PrefixReading[];
}

function responsesUpstream({ responses }: ScriptedModels): Started {
  const api = createStrictResponsesApi(responses);
  return {
    fetch: api.fetch,
    rejected: api.rejected,
    bodies: () => api.accepted.map(({ body }) => body),
    readings: () => api.accepted.map(({ prefix }) => prefix),
  };
}

function chatUpstream({ chat }: ScriptedModels): Started {
  const api = createStrictChatApi(chat);
  return {
    fetch: api.fetch,
    rejected: api.rejected,
    bodies: () => api.accepted.map(({ body }) => body),
    readings: () => api.accepted.map(({ prefix }) => prefix),
  };
}

function messagesUpstream({ messages }: ScriptedModels): Started {
  const meter: PrefixMeter = createPrefixMeter();
  const api = createStrictMessagesApi((body, requestNumber) => {
    meter.read(renderPrompt(body));
    return messages(body, requestNumber);
  });
  return {
    fetch: (request) => api.fetch(request),
    rejected: api.rejected,
    bodies: () => api.accepted.map(({ body }) => body),
    readings: () => meter.readings,
  };
}

const starters: Readonly<Record<StrictDialect, (models: ScriptedModels) => Started>> = {
  anthropic: messagesUpstream,
  "openai-chat": chatUpstream,
  "openai-responses": responsesUpstream,
};
