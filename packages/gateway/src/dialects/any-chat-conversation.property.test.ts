import type { ContentBlock, Message } from "@toolcrib/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { chatAskers } from "../testing/chat/ask-chat.ts";

const words = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).filter((text) => text.trim() !== "");
const image = fc.constant({ type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } });
const text = words.map((value) => ({ type: "text", text: value }));
const unknown = words.map((value) => ({ type: "of_next_year", value }));
const toolName = fc.oneof(
  fc.constantFrom("look", "mcp__shop__list_orders", "a.b"),
  fc.string({ minLength: 65, maxLength: 128, unit: fc.constantFrom(..."abcXYZ_-09".split("")) }),
);
const callId = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60, size: "max", unit: fc.constantFrom(..."abcdefXYZ_-0123456789".split("")) }),
  fc.constantFrom("functions.look:0", "call_tc_broken"),
);
const resultContent = fc.oneof(words, fc.constant(""), fc.array(fc.oneof(text, image, unknown), { maxLength: 3 }));

/** An assistant turn with calls, the user's results for them, and any text around them. */
const exchange = fc
  .record({
    before: fc.array(fc.oneof(text, unknown), { maxLength: 2 }),
    calls: fc.uniqueArray(fc.record({ id: callId, name: toolName, input: fc.dictionary(words, fc.jsonValue()) }), {
      maxLength: 3,
      selector: ({ id }) => id,
    }),
    result: resultContent,
    isError: fc.boolean(),
    after: fc.array(fc.oneof(text, image, unknown), { minLength: 1, maxLength: 2 }),
    reminder: fc.option(words, { nil: undefined }),
  })
  .map(({ before, calls, result, isError, after, reminder }): Message[] => {
    const results = calls.map(({ id }) => ({
      type: "tool_result",
      tool_use_id: id,
      content: result,
      is_error: isError,
    }));
    const said = [...before, ...calls.map((call) => ({ type: "tool_use", ...call }))];
    return [
      { role: "assistant", content: (said.length === 0 ? [{ type: "text", text: "Well." }] : said) as ContentBlock[] },
      { role: "user", content: [...after.slice(1), ...results, ...after.slice(0, 1)] as ContentBlock[] },
      ...(reminder === undefined ? [] : [{ role: "system", content: reminder } as const]),
    ];
  });

const conversation = fc
  .array(exchange, { minLength: 1, maxLength: 5 })
  .map((exchanges): Message[][] => exchanges.map((_, index) => exchanges.slice(0, index + 1).flat()))
  // Ids are unique in a conversation.
  .filter((growing) => {
    const ids = (growing.at(-1) ?? []).flatMap(
      ({ content }) =>
        (content as readonly { readonly type: string; readonly id?: string }[]).flatMap?.(({ type, id }) =>
          type === "tool_use" ? (id ?? []) : [],
        ) ?? [],
    );
    return new Set(ids).size === ids.length;
  });

it.each(chatAskers)(
  "%s sends a strict chat model only what it accepts, and never changes what it sent before",
  async (_name, askChat) => {
    const fixed = { system: "Work.", tools: [{ name: "look", input_schema: { type: "object" } }] };
    await fc.assert(
      fc.asyncProperty(conversation, async (growing) => {
        const question: Message = { role: "user", content: "Go" };
        const { sent } = await askChat(growing.map((messages) => ({ ...fixed, messages: [question, ...messages] })));
        expect(sent).toHaveLength(growing.length);
        expect(sent.slice(1).map(({ prefix }) => prefix.partsLost)).toEqual(sent.slice(1).map(() => 0));
      }),
      { numRuns: 60 },
    );
  },
);
