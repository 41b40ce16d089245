import OpenAI from "openai";
import { ContentFilterFinishReasonError, LengthFinishReasonError } from "openai/error";
import { zodResponseFormat } from "openai/helpers/zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createApiKey } from "../../src/identity/api-key.ts";
import { createGateway } from "../../src/server/create-gateway.ts";
import { startGateway } from "../../src/testing/gateways/start-gateway.ts";
import { serve, serveFetch } from "../../src/testing/serve.ts";
import { useClosers } from "../../src/testing/use-closers.ts";

type Dialect = "anthropic" | "openai-chat";
type SdkError = new (...args: never[]) => Error;

const closers = useClosers();
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Hi" }];
const clientOf = (url: string, options: object = {}) =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0, ...options });

/** Each way to ask, up to the answer. */
const asks: readonly (readonly [string, (client: OpenAI) => Promise<unknown>])[] = [
  ["chat.completions.create", (client) => client.chat.completions.create({ model: "m", messages })],
  ["chat.completions.stream", (client) => client.chat.completions.stream({ model: "m", messages }).finalContent()],
  ["responses.create", (client) => client.responses.create({ model: "m", input: "Hi" })],
  ["responses.stream", (client) => client.responses.stream({ model: "m", input: "Hi" }).finalResponse()],
];

interface UpstreamError {
  readonly status: number;
  /** The type in the Messages API, and the code in Chat Completions. */
  readonly type: string;
  readonly code: string;
  readonly message: string;
}

/** A gateway in front of an upstream that answers every request with an error. */
async function startFailing(dialect: Dialect, { status, type, code, message }: UpstreamError) {
  const body =
    dialect === "anthropic"
      ? { type: "error", error: { type, message } }
      : { error: { message, type, code, param: null } };
  const upstream = await serveFetch(async () => Response.json(body, { status, headers: { "retry-after": "7" } }));
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect });
  closers.push(upstream.close, gateway.close);
  return clientOf(gateway.url);
}

const errors: readonly (readonly [UpstreamError, SdkError, object])[] = [
  [
    { status: 400, type: "invalid_request_error", code: "invalid_value", message: "temperature: too hot" },
    OpenAI.BadRequestError,
    { status: 400, type: "invalid_request_error" },
  ],
  [
    { status: 401, type: "authentication_error", code: "invalid_api_key", message: "invalid key" },
    OpenAI.AuthenticationError,
    { status: 401, code: "invalid_api_key" },
  ],
  [
    { status: 403, type: "permission_error", code: "permission_denied", message: "Not for you." },
    OpenAI.PermissionDeniedError,
    { status: 403 },
  ],
  [
    { status: 404, type: "not_found_error", code: "model_not_found", message: "model: m" },
    OpenAI.NotFoundError,
    { status: 404, code: "model_not_found" },
  ],
  [
    { status: 429, type: "rate_limit_error", code: "rate_limit_exceeded", message: "Slow down." },
    OpenAI.RateLimitError,
    { status: 429, code: "rate_limit_exceeded" },
  ],
  [
    { status: 500, type: "api_error", code: "server_error", message: "Oh no." },
    OpenAI.InternalServerError,
    { code: "server_error" },
  ],
];

describe.each<Dialect>(["anthropic", "openai-chat"])("an error of an upstream of the dialect %s", (dialect) => {
  describe.each(errors)("with %o", (error, SdkClass, fields) => {
    it.each(asks)("is the SDK's own for %s", async (_title, ask) => {
      const failed = await ask(await startFailing(dialect, error)).catch((reason: unknown) => reason);

      expect(failed).toBeInstanceOf(SdkClass);
      expect(failed).toMatchObject({
        ...fields,
        requestID: expect.stringMatching(/^req_/),
        message: expect.stringContaining(error.message),
      });
    });
  });
});

describe("the SDK", () => {
  it.each(asks)("waits and asks again when it is told to, with %s", async (_title, ask) => {
    let requests = 0;
    const upstream = await serve((_request, _body, response) => {
      requests += 1;
      response.writeHead(429, { "content-type": "application/json", "retry-after-ms": "1", "retry-after": "0" });
      response.end(JSON.stringify({ type: "error", error: { type: "rate_limit_error", message: "Slow down." } }));
    });
    const gateway = await startGateway({ upstreamUrl: upstream.url });
    closers.push(upstream.close, gateway.close);

    await expect(ask(clientOf(gateway.url, { maxRetries: 2 }))).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    expect(requests).toBe(3);
  });

  it.each(asks)("knows a wrong key of the gateway, with %s", async (_title, ask) => {
    const { sha256 } = createApiKey();
    const gateway = await createGateway({
      upstreams: { test: { dialect: "anthropic", url: "http://127.0.0.1:1", apiKey: "sk-own" } },
      keys: [{ name: "someone", sha256 }],
    });
    closers.push(() => gateway.close());
    const { url } = await gateway.listen({ port: 0 });
    const failed = ask(clientOf(url));

    await expect(failed).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(failed).rejects.toMatchObject({ code: "invalid_api_key" });
  });

  it.each(asks)("knows a gateway that is gone, with %s", async (_title, ask) => {
    const gateway = await startGateway({ upstreamUrl: "http://127.0.0.1:1" });
    await gateway.close();

    await expect(ask(clientOf(gateway.url))).rejects.toBeInstanceOf(OpenAI.APIConnectionError);
  });

  it.each(asks)("stops when it is told to, and so does the upstream, with %s", async (_title, ask) => {
    const controller = new AbortController();
    let noteClosed = () => {};
    const closed = new Promise<void>((resolve) => {
      noteClosed = resolve;
    });
    const upstream = await serve((request) => {
      request.socket.on("close", noteClosed);
      controller.abort();
      return closed;
    });
    const gateway = await startGateway({ upstreamUrl: upstream.url });
    closers.push(upstream.close, gateway.close);
    const fetchUntilAborted: typeof fetch = (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.any([controller.signal, ...(init?.signal ? [init.signal] : [])]) });

    await expect(ask(clientOf(gateway.url, { fetch: fetchUntilAborted }))).rejects.toThrow();
    await closed;
  });
});

describe("parsing with the SDK", () => {
  const response_format = zodResponseFormat(z.object({ city: z.string() }), "city");
  const start = async (stop_reason: string) => {
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text: '{"city":' }],
      stop_reason,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    const upstream = await serveFetch(async () => Response.json(message));
    const gateway = await startGateway({ upstreamUrl: upstream.url });
    closers.push(upstream.close, gateway.close);
    return clientOf(gateway.url).chat.completions;
  };

  it.each<[string, SdkError]>([
    ["max_tokens", LengthFinishReasonError],
    ["refusal", ContentFilterFinishReasonError],
  ])("is told that an answer ended early by %s", async (stopReason, SdkClass) => {
    const completions = await start(stopReason);

    await expect(completions.parse({ model: "m", messages, response_format })).rejects.toBeInstanceOf(SdkClass);
  });
});
