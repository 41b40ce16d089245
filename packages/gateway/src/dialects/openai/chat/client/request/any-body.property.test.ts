import fc from "fast-check";
import { expect, it } from "vitest";
import { GatewayError } from "../../../../../errors/gateway-error.ts";
import { parseChatBody } from "../../../../../testing/chat-client/parse-body.ts";
import { chatRequest } from "./chat-request.ts";

const json = fc.jsonValue({ maxDepth: 4 });
const words = fc.constantFrom(
  "role",
  "content",
  "type",
  "text",
  "tool_calls",
  "function",
  "custom",
  "name",
  "id",
  "tool_call_id",
  "arguments",
  "image_url",
  "url",
  "file",
  "__proto__",
  "constructor",
);
const values = fc.constantFrom<unknown>(
  "user",
  "assistant",
  "tool",
  "system",
  "text",
  "function",
  "custom",
  "image_url",
  "x",
  "",
  null,
  1,
  true,
  {},
  [],
);
const { value: nearly } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    values,
    fc.dictionary(words, tie("value"), { maxKeys: 4 }),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}));
const body = fc.dictionary(fc.constantFrom(...chatRequest.request.fields.keys()), fc.oneof(json, nearly), {
  maxKeys: 6,
});
const whole = fc.record({
  model: fc.constant("m"),
  messages: fc.array(fc.dictionary(words, nearly)),
  tools: fc.array(nearly),
});

it.each([
  ["any JSON", json],
  ["any values in known fields", body],
  ["messages and tools that are nearly right", whole],
])("%s is read or rejected as the client's mistake, and never breaks the reader", (_what, arbitrary) => {
  fc.assert(
    fc.property(arbitrary as fc.Arbitrary<unknown>, (given) => {
      try {
        const parsed = parseChatBody(given);
        expect(parsed.body.messages.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError);
        expect((error as GatewayError).status).toBe(400);
      }
    }),
    { numRuns: 500 },
  );
});
