import type { ContentBlock, Message, ToolResultBlock } from "@toolcrib/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnswerMessage, MessagesBody } from "../../../../contracts/inner-form.ts";
import { collectMessage, eventsOfMessage } from "../../../../inner-form/whole-message.ts";
import { callOf } from "../../../../testing/call-of.ts";
import { parseChatBody } from "../../../../testing/chat-client/parse-body.ts";
import { createAiSdkUpstream } from "../../../ai-sdk/create-ai-sdk-upstream.ts";
import { chatDialect } from "./chat-dialect.ts";

// This dialect is checked against the AI SDK upstream, whose reader and writer come from another library.

const text = fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }).map((value): ContentBlock => {
  return { type: "text", text: value } as ContentBlock;
});
const input = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string(), { maxLength: 2 })),
  { maxKeys: 3, noNullPrototype: true },
);
const name = fc.stringMatching(/^[a-z]{1,10}$/);
const calls = fc
  .array(fc.record({ name, input }), { maxLength: 3 })
  .map((made) => made.map((call, at) => ({ type: "tool_use", id: `call_${at}`, ...call }) as unknown as ContentBlock));
const count = fc.nat({ max: 1_000 });
const usage = fc.record({ input_tokens: count, cache_read_input_tokens: count, output_tokens: count });
const answer = fc
  .record({ texts: fc.array(text, { maxLength: 1 }), calls, usage })
  .map(({ texts, calls: made, usage: used }): AnswerMessage => {
    return {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [...texts, ...made],
      stop_reason: made.length > 0 ? "tool_use" : "end_turn",
      stop_sequence: null,
      usage: { ...used, cache_creation_input_tokens: 0 },
    };
  });

const request = {
  body: { model: "m", messages: [] },
  betas: [],
  apiVersion: "",
  answerContext: { includesUsage: true, customTools: new Set<string>() },
};

function encoded(message: AnswerMessage, isStreaming: boolean): Response {
  if (!isStreaming) return Response.json(chatDialect.encodeAnswer(message, request));
  const encoder = chatDialect.createStreamEncoder(request);
  const stream = Array.from(eventsOfMessage(message), (event) => encoder.ping() + encoder.encode(event)).join("");
  return new Response(stream, { headers: { "content-type": "text/event-stream" } });
}

/** An upstream behind a chat server that gives this answer, and what the server is sent. */
async function chatServer(answerTo: (isStreaming: boolean) => Response) {
  const sent: MessagesBody[] = [];
  const upstream = await createAiSdkUpstream({
    name: "chat",
    baseUrl: "http://localhost/v1",
    fetch: async (_url, init) => {
      const body = JSON.parse(init?.body as string) as MessagesBody;
      sent.push(body);
      return answerTo(body.stream === true);
    },
  });
  return { upstream, sent };
}

/** A text is one block, in a message and in a result. */
const asBlocks = ({ role, content }: Message) => ({ role, content: blocksOf(content).map(withBlocks) });
const blocksOf = (content: string | readonly ContentBlock[]): readonly ContentBlock[] =>
  typeof content === "string" ? [{ type: "text", text: content } as ContentBlock] : content;
const withBlocks = (block: ContentBlock): object =>
  block.type === "tool_result" ? { ...block, content: blocksOf((block as ToolResultBlock).content as string) } : block;

describe("Chat Completions", () => {
  it.each([false, true])("give a client every answer as it was, streaming %s", async (isStreaming) => {
    await fc.assert(
      fc.asyncProperty(answer, async (given) => {
        const { upstream } = await chatServer(() => encoded(given, isStreaming));
        const call = callOf({ model: "m", messages: [{ role: "user", content: "Hi" }], stream: isStreaming });
        const read = isStreaming
          ? await collectMessage(await upstream.doStream(call))
          : await upstream.doGenerate(call);
        const { id: _given, ...expected } = given;
        expect(read).toMatchObject(expected);
        expect(read.content).toEqual(given.content);
      }),
      { numRuns: 100 },
    );
  });

  it("give the gateway every conversation as it was", async () => {
    const conversation = fc.record({
      system: text,
      question: text,
      said: fc.array(text, { maxLength: 1 }),
      calls,
      results: fc.array(text, { minLength: 3, maxLength: 3 }),
      next: text,
    });
    const done = encoded(
      {
        id: "1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
      false,
    );
    const whole = await done.text();
    const { upstream, sent } = await chatServer(
      () => new Response(whole, { headers: { "content-type": "application/json" } }),
    );
    await fc.assert(
      fc.asyncProperty(conversation, async ({ system, question, said, calls: made, results, next }) => {
        const answered = made.map((call, at) => {
          const { id } = call as unknown as { readonly id: string };
          return { type: "tool_result", tool_use_id: id, content: [results[at]] } as unknown as ContentBlock;
        });
        const messages: Message[] = [
          { role: "user", content: [question] },
          ...(said.length + made.length === 0 ? [] : [{ role: "assistant" as const, content: [...said, ...made] }]),
          ...(made.length === 0 ? [] : [{ role: "user" as const, content: [...answered, next] }]),
        ];
        const tools = [{ name: "look", description: "Looks.", input_schema: { type: "object", properties: {} } }];
        const body: MessagesBody = {
          model: "m",
          max_tokens: 9,
          temperature: 0.5,
          system: [system],
          messages,
          tools,
          tool_choice: { type: "any" },
          stop_sequences: ["END"],
        };
        await upstream.doGenerate(callOf(body));
        const { body: read } = parseChatBody(sent.at(-1));

        expect({ ...read, messages: read.messages.map(asBlocks) }).toEqual(body);
      }),
      { numRuns: 100 },
    );
  });
});
