import type { TextBlock } from "@toolcrib/core/conversation";
import { describe, expect, it } from "vitest";
import { type AnswerMessage, createGateway, type Upstream, UpstreamError } from "../../src/index.ts";
import { eventsOfMessage } from "../../src/inner-form/whole-message.ts";
import { useClosers } from "../../src/testing/use-closers.ts";
import { plainDialect } from "./plain-dialect.ts";

const closers = useClosers();

/** An upstream that is not built in either: it answers with the question in capitals. */
const loud: Upstream = {
  specificationVersion: "v1",
  name: "loud",
  dialect: "loud",
  baseUrl: undefined,
  async doGenerate({ body }) {
    const question = body.messages[0]?.content as string;
    if (question === "") throw new UpstreamError(400, { type: "invalid_request_error", message: "Nothing was asked." });
    return {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: body.model,
      content: [{ type: "text", text: question.toUpperCase() } as TextBlock],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    } satisfies AnswerMessage;
  },
  async doStream(call) {
    const message = await loud.doGenerate(call);
    return (async function* () {
      yield* eventsOfMessage(message);
    })();
  },
  doListModels: async () => [{ id: "loud-1" }],
};

async function start(): Promise<string> {
  const gateway = await createGateway(
    { upstreams: {}, routes: [{ model: "*", upstream: "loud" }] },
    { dialects: [plainDialect], upstreams: [loud] },
  );
  closers.push(() => gateway.close());
  return (await gateway.listen({ port: 0 })).url;
}

const post = (url: string, body: object) =>
  fetch(`${url}/plain`, { method: "POST", headers: { "x-plain": "1" }, body: JSON.stringify(body) });

describe("an added dialect and an added upstream", () => {
  it("answer whole and streamed", async () => {
    const url = await start();
    const whole = await post(url, { model: "m", question: "Is it on?" });
    const streamed = await post(url, { model: "m", question: "Is it on?", stream: true });

    expect(await whole.json()).toEqual({ text: "IS IT ON?" });
    expect(whole.headers.get("toolcrib-trace-id")).toMatch(/^req_/);
    expect(await streamed.text()).toBe('text "IS IT ON?"\nend\n');
  });

  it("encode errors, models and missing endpoints in the dialect's format", async () => {
    const url = await start();
    const headers = { "x-plain": "1" };
    const refused = await post(url, { model: "m", question: "" });
    const models = await fetch(`${url}/v1/models`, { headers });
    const files = await fetch(`${url}/plain/files`, { headers });

    expect([refused.status, await refused.json()]).toEqual([
      400,
      { problem: "Nothing was asked.", requestId: expect.any(String) },
    ]);
    expect(await models.json()).toEqual({ models: ["loud-1"] });
    expect(await files.json()).toMatchObject({ problem: expect.stringContaining("it takes questions only") });
  });

  it("leave the Messages API unchanged, on the same upstream", async () => {
    const url = await start();
    const body = { model: "m", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] };
    const answer = await fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify(body) });

    expect(await answer.json()).toMatchObject({ type: "message", content: [{ type: "text", text: "HI" }] });
  });

  it("are refused if a path or a name is taken", async () => {
    const config = { upstreams: { loud: { dialect: "anthropic", url: "http://localhost:1" } } };

    await expect(createGateway(config, { upstreams: [loud] })).rejects.toThrow("unique names");
    await expect(createGateway({}, { dialects: [plainDialect, plainDialect] })).rejects.toThrow("would answer /plain");
  });
});
