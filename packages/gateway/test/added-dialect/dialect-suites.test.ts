import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { describe, expect, it } from "vitest";
import { messagesDialect } from "../../src/dialects/messages/client/messages-dialect.ts";
import { chatDialect } from "../../src/dialects/openai/chat/client/chat-dialect.ts";
import type { AnswerMessage, ParsedRequest } from "../../src/index.ts";
import { clientDialectSuite, type DialectUnderTest } from "../../src/suites/index.ts";
import { plainDialect } from "./plain-dialect.ts";

const plain: DialectUnderTest = {
  dialect: plainDialect,
  writeQuestion: ({ model, text, stream }) => ({
    headers: { "x-plain": "1" },
    body: JSON.stringify({ model, question: text, stream }),
  }),
  readAnswer: (body) => (body as { readonly text: string }).text,
  readStream(stream) {
    const lines = stream.split("\n").filter((line) => line !== "");
    const after = (word: string) =>
      lines.flatMap((line) => (line.startsWith(`${word} `) ? [JSON.parse(line.slice(word.length)) as unknown] : []));
    const [failure] = after("error") as { readonly problem: string }[];
    return {
      text: after("text").join(""),
      isComplete: lines.at(-1) === "end",
      ...(failure === undefined ? {} : { error: failure.problem }),
    };
  },
};

interface SentEvent {
  readonly type: string;
  readonly content_block?: { readonly text?: string };
  readonly delta?: { readonly text?: string };
  readonly error?: { readonly message: string };
}

const messages: DialectUnderTest = {
  dialect: messagesDialect,
  isMessagesApi: true,
  writeQuestion: ({ model, text, stream }) => ({
    headers: { "anthropic-version": "2023-06-01", "content-type": "application/json" },
    body: JSON.stringify({ model, max_tokens: 100, stream, messages: [{ role: "user", content: text }] }),
  }),
  readAnswer: (body) => (body as AnswerMessage).content.map((block) => ("text" in block ? block.text : "")).join(""),
  readStream(stream) {
    const events = stream
      .split("\n\n")
      .flatMap((event) => event.split("\n").filter((line) => line.startsWith("data: ")))
      .map((line) => JSON.parse(line.slice("data: ".length)) as SentEvent);
    const error = events.find(({ type }) => type === "error")?.error?.message;
    return {
      text: events.map(({ content_block, delta }) => content_block?.text ?? delta?.text ?? "").join(""),
      isComplete: events.some(({ type }) => type === "message_stop"),
      ...(error === undefined ? {} : { error }),
    };
  },
};

interface SentChunk {
  readonly choices?: readonly { readonly delta: { readonly content?: string } }[];
  readonly error?: { readonly message: string };
}

const chat: DialectUnderTest = {
  dialect: chatDialect,
  writeQuestion: ({ model, text, stream }) => ({
    headers: { authorization: "Bearer key", "content-type": "application/json" },
    body: JSON.stringify({ model, stream, messages: [{ role: "user", content: text }] }),
  }),
  readAnswer: (body) =>
    (body as { readonly choices: readonly { readonly message: { readonly content: string } }[] }).choices[0]?.message
      .content ?? "",
  readStream(stream) {
    const data = stream.split("\n\n").flatMap((event) => (event.startsWith("data: ") ? [event.slice(6)] : []));
    const chunks = data.filter((event) => event !== "[DONE]").map((event) => JSON.parse(event) as SentChunk);
    const error = chunks.find((chunk) => chunk.error !== undefined)?.error?.message;
    return {
      text: chunks.flatMap(({ choices = [] }) => choices.map(({ delta }) => delta.content ?? "")).join(""),
      isComplete: data.at(-1) === "[DONE]",
      ...(error === undefined ? {} : { error }),
    };
  },
};

describe.each([
  ["the Messages API", messages],
  ["the Chat Completions API", chat],
  ["a dialect that is not built in", plain],
])("%s as a dialect", (_name, underTest) => {
  it.each(clientDialectSuite(underTest))("$title", ({ run }) => run());
});

describe("clientDialectSuite", () => {
  const encoderOf = (request: ParsedRequest) => messagesDialect.createStreamEncoder(request);
  it.each<[string, Partial<typeof messagesDialect>, string]>([
    ["answers everybody", { recognises: () => true }, "recognises its own clients, and not everybody"],
    [
      "forgets the request's id",
      { encodeError: (body) => body },
      "writes an error with its message and the request's id",
    ],
    [
      "pings into the middle of an event",
      { createStreamEncoder: (request) => ({ ...encoderOf(request), ping: () => "data: " }) },
      "keeps a stream readable with a ping anywhere in it",
    ],
    [
      "ends failed streams as if they were complete",
      {
        createStreamEncoder: (request) => ({ ...encoderOf(request), error: () => 'data: {"type":"message_stop"}\n\n' }),
      },
      "ends a stream that failed with the error's message and the request's id",
    ],
    [
      "drops what it does not know",
      {
        createParser: () => (received) => {
          const { body, ...rest } = messagesDialect.createParser()(received);
          return { ...rest, body: { model: body.model, messages: body.messages, stream: body.stream } };
        },
      },
      "keeps unknown fields and blocks of a request",
    ],
    [
      "invents what it has not kept",
      { keptEndpoints: [{ method: "GET", path: "/v1/answers/:id", answer: (id) => ({ id }) }] },
      "answers with an error for what it has not kept",
    ],
    [
      "passes every header on",
      { rateLimitHeaders: (headers) => headers },
      "passes on no header of an upstream but those for pacing",
    ],
  ])("detects a dialect that %s", async (_what, part, title) => {
    const checks = clientDialectSuite({ ...messages, dialect: { ...messagesDialect, ...part } });

    expect(await titlesOfFailedChecks(checks)).toEqual([title]);
  });
});
