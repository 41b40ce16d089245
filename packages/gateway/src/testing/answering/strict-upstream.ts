import {
  createStrictMessagesApi,
  type RequestBody,
  type StrictMessagesApi,
  type WireBlock,
} from "@toolcrib/anthropic/testing";
import type { AnswerEvent, AnswerMessage } from "../../contracts/inner-form.ts";
import type { Upstream, UpstreamCall } from "../../contracts/upstream.ts";
import { eventsOfMessage } from "../../inner-form/whole-message.ts";

/** A strict Messages API as an upstream in memory: it refuses what the real one refuses, and a script says the answers. */
export function strictUpstream(model: (body: RequestBody, number: number) => readonly WireBlock[]): {
  readonly api: StrictMessagesApi;
  readonly upstream: Upstream;
} {
  const api = createStrictMessagesApi(model);
  const send = async ({ body, apiVersion, betas }: UpstreamCall): Promise<AnswerMessage> => {
    const response = await api.fetch("https://api.anthropic.com/v1/messages", {
      method: "POST",
      headers: { "x-api-key": "k", "anthropic-version": apiVersion, "anthropic-beta": betas.join() },
      body: JSON.stringify({ ...body, stream: false }),
    });
    const answer = (await response.json()) as AnswerMessage;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const upstream: Upstream = {
    specificationVersion: "v1",
    name: "strict",
    dialect: "anthropic",
    baseUrl: "https://api.anthropic.com",
    doGenerate: send,
    doStream: async (call) => toStream(await send(call)),
  };
  return { api, upstream };
}

async function* toStream(message: AnswerMessage): AsyncGenerator<AnswerEvent> {
  yield* eventsOfMessage(message);
}
