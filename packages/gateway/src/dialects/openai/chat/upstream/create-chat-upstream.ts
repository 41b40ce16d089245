import type { AnswerEvent, AnswerMessage } from "../../../../contracts/inner-form.ts";
import type {
  Credentials,
  RawRequest,
  RawResponse,
  Upstream,
  UpstreamCall,
  WrittenCall,
} from "../../../../contracts/upstream.ts";
import { eventsOfMessage } from "../../../../inner-form/whole-message.ts";
import { type HttpUpstreamOptions, isEventStream, notStreamed } from "../../../shared/http/http-api.ts";
import { readJson } from "../../../shared/http/read-body.ts";
import { startedEvents } from "../../../shared/http/started-events.ts";
import { UniqueCallIds } from "../../../shared/tools/unique-call-ids.ts";
import { createOpenAiApi, pathWithoutVersion } from "../../shared/call-api.ts";
import type { AnswerContext } from "../wire/answer-context.ts";
import { toAnswerEvents } from "../wire/stream-answer.ts";
import { toAnswerMessage } from "../wire/whole-answer.ts";
import { readTraits } from "./request/chat-traits.ts";
import { canOmit } from "./request/refused-fields.ts";
import { type WrittenChat, writeChat } from "./request/write-chat.ts";

/** What an upstream of Chat Completions needs. `url` is the part before `/chat/completions`, such as `http://127.0.0.1:11434/v1`. */
export interface ChatUpstreamOptions extends Omit<HttpUpstreamOptions, "apiKeyHeader"> {
  /** `traits` correct what is assumed of the server. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Ids of messages for servers that give none. */
  readonly generateId?: (() => string) | undefined;
}

/** An upstream that speaks OpenAI's Chat Completions: OpenAI itself, vLLM, Ollama, llama.cpp, LiteLLM, OpenRouter and many others. */
export function createChatUpstream(options: ChatUpstreamOptions): Upstream {
  const { name } = options;
  const traits = readTraits(name, options.url, options.settings);
  const generateId = options.generateId ?? (() => crypto.randomUUID().replaceAll("-", ""));
  const { base, query } = splitUrl(options.url);
  const api = createOpenAiApi(options, base);
  const write = ({ body, ...call }: WrittenCall): WrittenChat =>
    writeChat(body, { upstreamName: name, traits, ...call, refused: call.refused });
  const post = (call: UpstreamCall, written: WrittenChat): Promise<RawResponse> =>
    api.post(`/chat/completions${query}`, written.body, call);
  const contextOf = ({ body, clientBody }: UpstreamCall, { names, usedIds }: WrittenChat): AnswerContext => ({
    upstreamName: name,
    model: body.model,
    names,
    // A client of this dialect takes any id.
    callIds: clientBody === undefined ? new UniqueCallIds(usedIds) : new UniqueCallIds(usedIds, ({ id }) => id),
    generateId,
    isOwn: clientBody !== undefined,
  });

  return {
    specificationVersion: "v1",
    name,
    dialect: "openai-chat",
    baseUrl: options.url,
    dropFields: options.dropFields,
    wire: { write: (call) => write(call).body, canOmit },
    close: () => api.close(),

    async doStream(given: UpstreamCall): Promise<AsyncIterable<AnswerEvent>> {
      const call = { ...given, body: { ...given.body, stream: true } };
      const written = write(call);
      const response = await post(call, written);
      const context = contextOf(call, written);
      if (isEventStream(response)) return startedEvents(toAnswerEvents(response.body, context));
      // An error with a status of success, or a server that does not stream.
      if (response.headers["content-type"]?.startsWith("application/json") === true) {
        return wholeEvents(toAnswerMessage(await readJson(response), context));
      }
      throw await notStreamed(name, response);
    },

    async doGenerate(given: UpstreamCall): Promise<AnswerMessage> {
      const { stream: _stream, ...body } = given.body;
      const call = { ...given, body: body as UpstreamCall["body"] };
      const written = write(call);
      const response = await post(call, written);
      return toAnswerMessage(await readJson(response), contextOf(call, written));
    },

    doForward: (request: RawRequest) => api.forward(request, withQuery(pathWithoutVersion(request.path), query)),

    doListModels: (credentials: Credentials, signal: AbortSignal) =>
      api.listModels(`/models${query}`, credentials, signal),
  };
}

function splitUrl(given: string): { readonly base: string; readonly query: string } {
  const url = new URL(given);
  const query = url.search;
  url.search = "";
  return { base: url.href.replace(/\/+$/, ""), query };
}

/** The client's own query, then the upstream's. */
function withQuery(path: string, query: string): string {
  if (query === "") return path;
  return path.includes("?") ? `${path}&${query.slice(1)}` : path + query;
}

async function* wholeEvents(message: AnswerMessage): AsyncGenerator<AnswerEvent> {
  yield* eventsOfMessage(message);
}
