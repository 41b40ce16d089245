import { encodeEvent } from "../../src/dialects/messages/wire/encode-event.ts";
import { eventsOfMessage } from "../../src/inner-form/whole-message.ts";
import { answerOf, chatChunk, chatCompletion } from "../../src/testing/gateways/lenient-upstream.ts";
import { encodeEvents, eventsOf, responseOf } from "../../src/testing/responses-api/responses-answer.ts";
import { serve, type TestServer } from "../../src/testing/serve.ts";

interface Answer {
  readonly whole: string;
  readonly streamed: string;
}

const noMessages = { model: "m", messages: [] };
const message = answerOf("m", [{ type: "text", text: "ok" } as never]);
const completion = chatCompletion(noMessages as never);
const response = responseOf({ model: "m", input: [] }, { text: "ok" }, 1, { input_tokens: 1, output_tokens: 1 });
const count = JSON.stringify({ object: "response.input_tokens", input_tokens: 1 });

const answers: Readonly<Record<string, Answer>> = {
  "/v1/messages": {
    whole: JSON.stringify(message),
    streamed: [...eventsOfMessage(message)].map(encodeEvent).join(""),
  },
  "/v1/messages/count_tokens": { whole: count, streamed: count },
  "/v1/chat/completions": {
    whole: JSON.stringify(completion),
    streamed: `data: ${JSON.stringify(chatChunk(completion))}\n\ndata: [DONE]\n\n`,
  },
  "/v1/responses": { whole: JSON.stringify(response), streamed: encodeEvents(eventsOf(response)) },
  "/v1/responses/input_tokens": { whole: count, streamed: count },
};

/** Answers in all APIs, without looking at what it is sent: its own time hardly counts. */
export function startUpstream(): Promise<TestServer> {
  return serve((request, body, answer) => {
    const isStreamed = body.includes('"stream":true');
    const { whole, streamed } = answers[request.url ?? ""] ?? { whole: "{}", streamed: "" };
    answer.writeHead(answers[request.url ?? ""] === undefined ? 404 : 200, {
      "content-type": isStreamed ? "text/event-stream" : "application/json",
    });
    answer.end(isStreamed ? streamed : whole);
  });
}

/** Upstreams of all kinds, each with a model of its name. */
export function configOf(upstreamUrl: string) {
  const openai = `${upstreamUrl}/v1`;
  const upstreams = {
    a: { dialect: "anthropic", url: upstreamUrl },
    c: { dialect: "openai-chat", url: openai },
    r: { dialect: "openai-responses", url: openai },
    s: { dialect: "ai-sdk", package: "@ai-sdk/openai-compatible", url: openai },
  };
  return {
    upstreams,
    routes: Object.keys(upstreams).map((name) => ({
      model: name,
      upstream: name,
      loader: "bridge" as const,
      inject: "auto" as const,
    })),
    retries: { attempts: 0 },
  };
}
