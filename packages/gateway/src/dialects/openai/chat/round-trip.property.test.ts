import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGateway } from "../../../index.ts";
import { serve, type TestServer } from "../../../testing/serve.ts";
import { unknownFields } from "../../../testing/unknown-fields.ts";

type Fields = Readonly<Record<string, unknown>>;

const unknown = unknownFields({ withNull: false });
const question = fc.record({
  body: unknown,
  message: unknown,
  part: unknown,
  tool: unknown,
  definition: unknown,
  call: unknown,
  result: unknown,
  said: unknown,
  streams: fc.boolean(),
});
const answer = fc.record({
  envelope: unknown,
  choice: unknown,
  message: unknown,
  call: unknown,
  usage: unknown,
  hasCall: fc.boolean(),
  reasoning: fc.constantFrom("reasoning_content", "reasoning", undefined),
  finish: fc.constantFrom("stop", "length", "eos", "content_filter"),
});
type Answer = typeof answer extends fc.Arbitrary<infer Value> ? Value : never;

const counts = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };

function callOf({ call }: Answer): Fields {
  return { ...call, id: "functions.Bash:0", type: "function", function: { name: "Bash", arguments: '{ "x": 1 }' } };
}

function finishOf({ hasCall, finish }: Answer): string {
  return hasCall ? "tool_calls" : finish;
}

function answerOf(given: Answer): Fields {
  const { envelope, choice, message, usage, hasCall, reasoning } = given;
  const said = {
    role: "assistant",
    content: "Hello.",
    refusal: null,
    ...message,
    ...(reasoning === undefined ? {} : { [reasoning]: "Hm." }),
    ...(hasCall ? { tool_calls: [callOf(given)] } : {}),
  };
  return {
    ...envelope,
    id: "chatcmpl-of-the-upstream",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "m",
    choices: [{ index: 0, ...choice, message: said, logprobs: null, finish_reason: finishOf(given) }],
    usage: { ...usage, ...counts },
  };
}

function chunksOf(given: Answer): readonly Fields[] {
  const { envelope, choice, message, usage, hasCall, reasoning } = given;
  const head = {
    ...envelope,
    id: "chatcmpl-of-the-upstream",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "m",
  };
  const chunk = (delta: object, more: object = {}) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  });
  return [
    chunk({ role: "assistant", content: "" }),
    ...(reasoning === undefined ? [] : [chunk({ [reasoning]: "Hm." })]),
    chunk({ content: "Hel", ...message }, choice),
    chunk({ content: "lo." }),
    ...(hasCall ? [chunk({ tool_calls: [{ index: 0, ...callOf(given) }] })] : []),
    chunk({}, { finish_reason: finishOf(given) }),
    { ...head, choices: [], usage: { ...usage, ...counts } },
  ];
}

/** What a client puts together from the chunks of a stream. */
function assemble(chunks: readonly Fields[]): Fields {
  let envelope: Fields = {};
  let choice: Fields = {};
  let usage: unknown;
  const message: Record<string, unknown> = {};
  const calls: CallPiece[] = [];
  for (const { choices, usage: shown, ...fields } of chunks) {
    envelope = { ...envelope, ...fields };
    usage = shown ?? usage;
    for (const { delta, ...others } of choices as readonly (Fields & { readonly delta: Fields })[]) {
      choice = { ...choice, ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)) };
      for (const [field, value] of Object.entries(delta)) {
        if (field === "tool_calls") for (const piece of value as readonly CallPiece[]) addCall(calls, piece);
        else if (value !== null) message[field] = isStreamed(field) ? joined(message[field], value) : value;
      }
    }
  }
  return { envelope, choice, usage, message, calls };
}

interface CallPiece {
  readonly index: number;
  readonly function: { readonly name?: string; readonly arguments?: string };
}

function addCall(calls: CallPiece[], piece: CallPiece): void {
  const { name, arguments: input } = calls[piece.index]?.function ?? {};
  const called = { name: piece.function.name ?? name ?? "", arguments: joined(input, piece.function.arguments) };
  calls[piece.index] = { ...calls[piece.index], ...piece, function: called };
}

function isStreamed(field: string): boolean {
  return ["content", "reasoning", "reasoning_content"].includes(field);
}

function joined(before: unknown, after: unknown): string {
  return [before, after].filter((text) => typeof text === "string").join("");
}

/** The paths of a request: passed through, with deferred tools, and with a search that the gateway adds. */
const variants = [
  { name: "that pass", route: { loader: "eager", inject: "off" }, tools: [] as readonly Fields[] },
  {
    name: "over the bridge",
    route: { loader: "bridge", inject: "off" },
    tools: [{ defer_loading: true, name: "hidden" }],
  },
  {
    name: "with injected search",
    route: { loader: "bridge", inject: "always" },
    tools: [{ name: "mcp__maps__route" }],
  },
] as const;

let upstream: TestServer;
let current: Answer;
const received: string[] = [];
beforeAll(async () => {
  upstream = await serve(async (_request, body, response) => {
    received.push(body.toString());
    const isStreamed = (JSON.parse(body.toString()) as Fields)["stream"] === true;
    response.writeHead(200, { "content-type": isStreamed ? "text/event-stream" : "application/json" });
    const chunks = chunksOf(current).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    response.end(isStreamed ? `${chunks.join("")}data: [DONE]\n\n` : JSON.stringify(answerOf(current)));
  });
});
afterAll(() => upstream.close());

describe.each(variants)(
  "requests $name, between a client and an upstream of Chat Completions",
  ({ name, route, tools }) => {
    it("W-C7: keep unknown fields in both directions", async () => {
      const gateway = await createGateway({
        upstreams: { model: { dialect: "openai-chat", url: `${upstream.url}/v1` } },
        ...route,
      });
      await fc.assert(
        fc.asyncProperty(question, answer, async (asked, given) => {
          current = given;
          received.length = 0;
          const parameters = { type: "object", properties: {} };
          const own = { ...asked.tool, type: "function", function: { ...asked.definition, name: "Bash", parameters } };
          const others = tools.map(({ name: tool, ...deferral }) => ({
            type: "function",
            ...deferral,
            function: { name: tool, description: "Does it.", parameters },
          }));
          const call = { ...asked.call, id: "call_1", type: "function", function: { name: "Bash", arguments: "{ }" } };
          const messages = [
            { role: "developer", content: "Work.", ...asked.said },
            { role: "user", content: [{ ...asked.part, type: "text", text: "Hi" }], ...asked.message },
            { role: "assistant", content: null, tool_calls: [call], ...asked.message },
            { role: "tool", tool_call_id: "call_1", content: "done", ...asked.result },
            { role: "user", content: "And?" },
          ];
          const sent = {
            ...asked.body,
            model: "m",
            seed: 7,
            frequency_penalty: 0.5,
            messages,
            tools: [own, ...others],
          };
          const body = JSON.stringify({
            ...sent,
            stream: asked.streams,
            ...(asked.streams && { stream_options: { include_usage: true } }),
          });
          const response = await gateway.app.request("/v1/chat/completions", {
            method: "POST",
            headers: { host: "localhost", "content-type": "application/json", authorization: "Bearer key" },
            body,
          });

          expect(response.headers.get("toolcrib-loader")).toBe(tools.length === 0 ? null : "bridge");
          const [up = ""] = received;
          if (name === "that pass") expect(up).toBe(body);
          const got = JSON.parse(up) as typeof sent;
          expect(got).toMatchObject({ ...asked.body, seed: 7, frequency_penalty: 0.5 });
          expect(got.tools[0]).toEqual(own);
          expect(withoutReminders(got.messages)).toEqual(messages);
          if (!asked.streams) {
            const { choices, ...envelope } = (await response.json()) as Fields & { choices: readonly Fields[] };
            const { choices: expected, ...expectedEnvelope } = answerOf(given) as Fields & {
              choices: readonly Fields[];
            };
            expect(envelope).toEqual(expectedEnvelope);
            expect(withParsedArguments(choices[0])).toEqual(withParsedArguments(expected[0]));
            return;
          }
          const text = await response.text();
          expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
          const chunks = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = ""]) => JSON.parse(data) as Fields);
          expect(assemble(chunks)).toEqual(assemble(chunksOf(given)));
        }),
        { numRuns: 60 },
      );
      await gateway.close();
    });
  },
);

/** Messages without the announcement of deferred tools. */
function withoutReminders(messages: readonly Fields[]): readonly Fields[] {
  return messages.map((message) => {
    const { content } = message;
    if (!Array.isArray(content)) return message;
    const isOurs = ({ text }: Fields) => typeof text === "string" && text.startsWith("<system-reminder>");
    return { ...message, content: (content as readonly Fields[]).filter((part) => !isOurs(part)) };
  });
}

/** The gateway serialises the arguments of a whole answer again. */
function withParsedArguments(choice: Fields | undefined): unknown {
  return JSON.parse(JSON.stringify(choice), (key, value: unknown) =>
    key === "arguments" && typeof value === "string" ? JSON.parse(value) : value,
  );
}
