import { expect, it } from "vitest";
import { createStrictGeminiApi } from "./strict-gemini-api.ts";

const user = { role: "user", parts: [{ text: "Hi." }] };
const call = { role: "model", parts: [{ functionCall: { name: "clock", args: {} }, thoughtSignature: "x" }] };
const response = { role: "user", parts: [{ functionResponse: { name: "clock", response: { result: "noon" } } }] };
const tools = [{ functionDeclarations: [{ name: "clock" }] }];

async function ask(
  body: object,
  path = ":generateContent",
  headers: Record<string, string> = { "x-goog-api-key": "none" },
) {
  const api = createStrictGeminiApi(() => ({ text: "Hello there.", calls: [] }));
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await api.fetch(new Request(`https://gemini/v1beta/models/gemini-3-pro${path}`, init));
  return { status: answer.status, text: await answer.text(), rejected: api.rejected };
}

it("answers whole and streamed", async () => {
  expect(await ask({ contents: [user, call, response], tools })).toMatchObject({ status: 200, rejected: [] });
  const { text } = await ask({ contents: [user] }, ":streamGenerateContent?alt=sse");
  expect(text.match(/^data: /gm)).toHaveLength(2);
});

it.each([
  [{ contents: [] }, /contents is not specified/],
  [{ contents: [user], model: "x" }, /Unknown name "model"/],
  [{ contents: [{ role: "assistant", parts: [{ text: "x" }] }] }, /valid role/],
  [{ contents: [{ role: "user", parts: [{}] }] }, /oneof field 'data'/],
  [{ contents: [user, call], tools }, undefined],
  [{ contents: [user, call, user], tools }, /number of function response parts/],
  [{ contents: [user, response], tools }, /response turn comes immediately after/],
  [{ contents: [call], tools }, /call turn comes immediately after/],
  [
    { contents: [user, { role: "model", parts: [{ functionCall: { name: "clock" } }] }, response] },
    /thought_signature/,
  ],
  [{ contents: [user], tools: [...tools, ...tools] }, /Duplicate function declaration/],
  [{ contents: [user], tools: [{ functionDeclarations: [{ name: "1 clock" }] }] }, /Invalid function name/],
])("rejects what Gemini rejects: %j", async (body, message) => {
  const { rejected } = await ask(body);
  expect(rejected[0] ?? "").toMatch(message ?? /^$/);
});

it("rejects a request without a key, and unknown methods", async () => {
  expect(await ask({ contents: [user] }, ":generateContent", {})).toMatchObject({ status: 403 });
  expect(await ask({ contents: [user] }, ":countTokens")).toMatchObject({ status: 404 });
});
