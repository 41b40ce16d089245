import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask, type Question } from "../testing/answering/ask.ts";
import { user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const body: MessagesBody = { model: "some-model", messages: [user("Hello.")] };

async function sentBody(question: Partial<Question>, upstreamDialect: string): Promise<MessagesBody | undefined> {
  const upstream = scriptedModel(() => ({ text: "ok" }));
  const capabilities = [{ model: "small-*", loader: "bridge", maxOutputTokens: 4_096 }];
  await ask(createAnswerRequest({ capabilities }), {
    body,
    dialect: "openai-chat",
    ...question,
    upstream: { ...upstream, dialect: upstreamDialect },
  });
  return upstream.calls[0]?.body;
}

describe("a request of another dialect to an upstream of the Messages API", () => {
  it("has a limit for the answer and asks for the prompt to be cached", async () => {
    expect(await sentBody({}, "anthropic")).toMatchObject({ max_tokens: 32_000, cache_control: { type: "ephemeral" } });
  });

  it("keeps the client's own limit", async () => {
    expect(await sentBody({ body: { ...body, max_tokens: 5 } }, "anthropic")).toMatchObject({ max_tokens: 5 });
  });

  it("has the limit of the model that the route names, if it is known", async () => {
    expect(await sentBody({ route: { model: "small-1" } }, "anthropic")).toMatchObject({ max_tokens: 4_096 });
  });
});

it.each([
  ["a client of the Messages API", { dialect: "anthropic" }, "anthropic"],
  ["an upstream of another dialect", {}, "openai-chat"],
])("nothing is added for %s", async (_whom, question, upstreamDialect) => {
  const sent = await sentBody(question, upstreamDialect);
  expect(sent?.messages).toHaveLength(1);
  expect(sent).not.toHaveProperty("max_tokens");
  expect(sent).not.toHaveProperty("cache_control");
});
