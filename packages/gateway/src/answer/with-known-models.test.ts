import { describe, expect, it } from "vitest";
import type { Route } from "../contracts/route.ts";
import type { Upstream } from "../contracts/upstream.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { ask } from "../testing/answering/ask.ts";
import { user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const unknown = new UpstreamError(404, {
  type: "not_found_error",
  message: 'model "claude-opus-5-5" not found, try pulling it first',
});
const remedy =
  'Name one of its models in the client (Claude Code: ANTHROPIC_MODEL), or add a route with "upstreamModel".';

async function errorOf(error: UpstreamError, traits: Partial<Upstream>, route: Partial<Route> = {}, stream = false) {
  const upstream = scriptedModel(() => ({ error }), { dialect: "openai-chat", ...traits });
  const body = { model: "claude-opus-5-5", max_tokens: 9, messages: [user("Hello.")], stream };
  const answer = ask(createAnswerRequest(), { body, upstream, route });
  const failure = (await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as UpstreamError;
  return { status: failure.status, type: failure.body.error.type, message: failure.body.error.message };
}

const lists = (...ids: readonly string[]): Partial<Upstream> => ({
  doListModels: async () => ids.map((id) => ({ id })),
});

describe("an upstream's error about an unknown model", () => {
  it.each([true, false])("says which models the upstream has, and where to name one; streaming %s", async (stream) => {
    expect(await errorOf(unknown, lists("qwen3:8b", "llama3"), {}, stream)).toEqual({
      status: 404,
      type: "not_found_error",
      message: `${unknown.message}. The upstream has qwen3:8b, llama3. ${remedy}`,
    });
  });

  it("names ten of them, and no name that is not a word", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `m${index}`);
    const { message } = await errorOf(unknown, lists("a\u001b[2Jb", "x y", ...names));

    expect(message).toContain(`The upstream has ${names.slice(0, 10).join(", ")} and 2 more. ${remedy}`);
  });

  it("says where to name one if the upstream lists none", async () => {
    const expected = `${unknown.message}. ${remedy}`;

    expect((await errorOf(unknown, {})).message).toBe(expected);
    expect((await errorOf(unknown, lists())).message).toBe(expected);
    expect((await errorOf(unknown, { doListModels: () => Promise.reject(new Error("401")) })).message).toBe(expected);
    expect((await errorOf(unknown, { doListModels: () => new Promise(() => {}) })).message).toBe(expected);
  });

  it("asks to correct the route that named the model", async () => {
    const { message } = await errorOf(unknown, lists("qwen3:8b"), { model: "qwen" });

    expect(message).toContain('The upstream has qwen3:8b. Correct "upstreamModel" of the route for claude-opus-5-5.');
  });

  it("stays as it is if the upstream lists the model, or the error is another one", async () => {
    expect((await errorOf(unknown, lists("claude-opus-5-5"))).message).toBe(unknown.message);
    const page = new UpstreamError(404, { type: "not_found_error", message: "404 page not found" });
    expect((await errorOf(page, lists("qwen3:8b"))).message).toBe(page.message);
    const busy = new UpstreamError(529, { type: "overloaded_error", message: "The model is busy" });
    expect((await errorOf(busy, lists("qwen3:8b"))).message).toBe(busy.message);
  });
});
