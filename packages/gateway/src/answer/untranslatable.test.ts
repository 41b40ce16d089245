import { describe, expect, it } from "vitest";
import type { RawRequest } from "../contracts/upstream.ts";
import { ask, type Question } from "../testing/answering/ask.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const rejection = new Error("'input[0]' is not supported.");
const bytes = new TextEncoder().encode('{ "model":"m", "input":[{"type":"hologram"}] }');

function start(dialect: string) {
  const seen: RawRequest[] = [];
  const upstream = scriptedModel(() => ({ text: "ok" }), {
    dialect,
    async doForward(raw) {
      seen.push(raw);
      return {
        status: 200,
        headers: {},
        body: (async function* () {
          yield Buffer.from('{"ok":true}');
        })(),
      };
    },
  });
  const send = (question: Partial<Question> = {}) =>
    ask(
      createAnswerRequest(),
      { body: { model: "m", messages: [] }, dialect: "openai-responses", rejection, ...question, upstream },
      bytes,
    );
  return { seen, send, upstream };
}

describe("a request that cannot be translated", () => {
  it("is forwarded byte for byte to an upstream of the client's own dialect", async () => {
    const { seen, send } = start("openai-responses");
    const reply = await send();

    expect(reply.message).toEqual({ ok: true });
    expect(seen[0]?.body[0]).toBe(bytes);
  });

  it("is rejected for an upstream of another dialect", async () => {
    const { send, seen, upstream } = start("anthropic");

    await expect(send()).rejects.toBe(rejection);
    expect([seen, upstream.calls]).toEqual([[], []]);
  });

  it("is rejected where a rule applies to tools, which could not be enforced", async () => {
    const { send, seen } = start("openai-responses");

    await expect(send({ policy: [{ action: "hide", name: "rm_*" }] })).rejects.toBe(rejection);
    expect(seen).toEqual([]);
  });
});
