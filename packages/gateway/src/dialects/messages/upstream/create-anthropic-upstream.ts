import type { AnswerEvent, AnswerMessage } from "../../../contracts/inner-form.ts";
import { messagesDialectName } from "../../../contracts/messages-dialect-name.ts";
import type { Credentials, RawRequest, RawResponse, Upstream, UpstreamCall } from "../../../contracts/upstream.ts";
import { UpstreamError } from "../../../errors/upstream-error.ts";
import {
  createHttpApi,
  type HttpUpstreamOptions,
  isEventStream,
  notStreamed,
  readTokenCount,
} from "../../shared/http/http-api.ts";
import { readJson } from "../../shared/http/read-body.ts";
import { startedEvents } from "../../shared/http/started-events.ts";
import { messageProblem } from "../wire/check-answer.ts";
import { readError } from "../wire/read-answer.ts";
import { readAnswerEvents } from "../wire/read-answer-events.ts";
import { readUsage } from "../wire/read-usage.ts";

/**
 * Options for an Anthropic-compatible upstream. `url` is for example `https://api.anthropic.com`; `/v1/messages` is appended. The
 * default of `apiKeyHeader` is `x-api-key`.
 */
export interface AnthropicUpstreamOptions extends HttpUpstreamOptions {}

/** An upstream that holds connections, which `close` releases. */
export interface ClosableUpstream extends Upstream {
  close(): void;
}

/** An upstream that uses the Messages API. */
export function createAnthropicUpstream(options: AnthropicUpstreamOptions): ClosableUpstream {
  const { name } = options;
  const baseUrl = options.url.replace(/\/+$/, "").replace(/\/v1$/, "");
  const api = createHttpApi(options, { baseUrl, keyHeader: "x-api-key", credentialHeaders, readError });
  const post = (path: string, body: UpstreamCall["body"], call: UpstreamCall): Promise<RawResponse> =>
    api.post(path, body, call, {
      "anthropic-version": call.apiVersion,
      ...(call.betas.length > 0 && { "anthropic-beta": call.betas.join(",") }),
    });

  return {
    specificationVersion: "v1",
    name,
    dialect: messagesDialectName,
    baseUrl,
    dropFields: options.dropFields,
    close: () => api.close(),

    async doStream(call: UpstreamCall): Promise<AsyncIterable<AnswerEvent>> {
      const response = await post("/v1/messages", { ...call.body, stream: true }, call);
      if (!isEventStream(response)) throw await notStreamed(name, response);
      return startedEvents(readAnswerEvents(response.body));
    },

    async doGenerate(call: UpstreamCall): Promise<AnswerMessage> {
      const message = await readJson(await post("/v1/messages", { ...call.body, stream: false }, call));
      const problem = messageProblem(message);
      if (problem !== undefined) {
        const text = `The upstream ${name} answered with no message: ${problem}.`;
        throw new UpstreamError(502, { type: "api_error", message: text });
      }
      const usage = readUsage(message["usage"]);
      return (usage === message["usage"] ? message : { ...message, usage: usage ?? {} }) as unknown as AnswerMessage;
    },

    async doCountTokens(call: UpstreamCall): Promise<number> {
      const { max_tokens: _limit, stream: _stream, ...body } = call.body;
      return readTokenCount(name, await post("/v1/messages/count_tokens", body as UpstreamCall["body"], call));
    },

    doForward: (request: RawRequest) => api.forward(request, request.path),

    doListModels: (credentials: Credentials, signal: AbortSignal) =>
      api.listModels("/v1/models?limit=1000", credentials, signal, { "anthropic-version": "2023-06-01" }),
  };
}

function credentialHeaders({ apiKey, authorization }: Credentials): Record<string, string> {
  return {
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
    ...(authorization !== undefined && { authorization }),
  };
}
