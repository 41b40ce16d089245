import type { AnswerEvent, AnswerMessage } from "../../../../contracts/inner-form.ts";
import type { Credentials, RawRequest, Upstream, UpstreamCall } from "../../../../contracts/upstream.ts";
import { type HttpUpstreamOptions, isEventStream, notStreamed, readTokenCount } from "../../../shared/http/http-api.ts";
import { readJson } from "../../../shared/http/read-body.ts";
import { startedEvents } from "../../../shared/http/started-events.ts";
import { UniqueCallIds } from "../../../shared/tools/unique-call-ids.ts";
import { createOpenAiApi, pathWithoutVersion } from "../../shared/call-api.ts";
import { responsesName } from "../wire/original.ts";
import type { AnswerContext } from "./answer/answer-context.ts";
import { readResponse } from "./answer/read-response.ts";
import { streamAnswer } from "./answer/stream-answer.ts";
import { canOmit, meantBy } from "./request/refused-fields.ts";
import { countedRequest, type WireRequest, writeRequest } from "./request/write-request.ts";

/**
 * What an upstream of the Responses API needs. `url` is the part before `/responses`, such as `https://api.openai.com/v1`. The default
 * of `apiKeyHeader` is `authorization`.
 */
export interface ResponsesUpstreamOptions extends HttpUpstreamOptions {
  /** Ids of messages for upstreams that give none. */
  readonly generateId?: (() => string) | undefined;
}

/** An upstream that speaks OpenAI's Responses API. */
export function createResponsesUpstream(options: ResponsesUpstreamOptions): Upstream {
  const { name } = options;
  const baseUrl = options.url.replace(/\/+$/, "");
  const generateId = options.generateId ?? (() => crypto.randomUUID().replaceAll("-", ""));
  const api = createOpenAiApi(options, baseUrl);
  const contextOf = (call: UpstreamCall, { names, callIds, keepsOriginals }: WireRequest): AnswerContext => ({
    upstreamName: name,
    model: call.body.model,
    names,
    callIds: new UniqueCallIds(callIds),
    keepsOriginals,
    generateId,
  });

  return {
    specificationVersion: "v1",
    name,
    dialect: responsesName,
    baseUrl,
    dropFields: options.dropFields,
    loadsReferences: true,
    wire: { write: (call) => writeRequest(call, name).body, canOmit, meantBy },
    close: () => api.close(),

    async doStream(call: UpstreamCall): Promise<AsyncIterable<AnswerEvent>> {
      const request = writeRequest({ ...call, body: { ...call.body, stream: true } }, name);
      const response = await api.post("/responses", request.body, call);
      if (!isEventStream(response)) throw await notStreamed(name, response);
      return startedEvents(streamAnswer(response.body, contextOf(call, request)));
    },

    async doGenerate(call: UpstreamCall): Promise<AnswerMessage> {
      const request = writeRequest({ ...call, body: { ...call.body, stream: false } }, name);
      const response = await readJson(await api.post("/responses", request.body, call));
      return readResponse(response, contextOf(call, request));
    },

    async doCountTokens(call: UpstreamCall): Promise<number> {
      const counted = countedRequest(writeRequest(call, name).body);
      return readTokenCount(name, await api.post("/responses/input_tokens", counted, call));
    },

    doForward: (request: RawRequest) => api.forward(request, pathWithoutVersion(request.path)),

    doListModels: (credentials: Credentials, signal: AbortSignal) => api.listModels("/models", credentials, signal),
  };
}
