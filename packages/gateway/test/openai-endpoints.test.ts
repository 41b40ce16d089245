import OpenAI from "openai";
import { describe, expect, it, onTestFinished } from "vitest";
import { createApiKey } from "../src/identity/api-key.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { useOpenAiGateway } from "../src/testing/openai/openai-gateway.ts";
import { startScriptedUpstream } from "../src/testing/settings/scripted-upstream.ts";

const start = useOpenAiGateway();
const model = (_body: unknown, number: number) => [{ type: "text", text: `Answer ${number}.` }];
const asked = { model: "some-model", input: "First." };
const day = 24 * 60 * 60_000;

describe("a response that is kept", () => {
  it.each([false, true])("W-R2: can be read, continued and deleted (streaming: %s)", async (stream) => {
    const { client, bodies } = await start(model);
    const first = await ask(client, { ...asked, instructions: "Be brief." }, stream);
    const second = await ask(client, { ...asked, input: "Second.", previous_response_id: first.id }, stream);
    const third = await ask(client, { ...asked, input: "Third.", previous_response_id: second.id }, stream);

    expect(first).toMatchObject({ store: true, previous_response_id: null });
    expect(third).toMatchObject({ output_text: "Answer 3.", previous_response_id: second.id });
    const { messages } = bodies()[2] as { readonly messages: readonly { content: { text: string }[] }[] };
    const texts = messages.map(({ content }) => content[0]?.text);
    expect(texts).toEqual(["First.", "Answer 1.", "Second.", "Answer 2.", "Third."]);
    // Instructions hold for one response only.
    expect(bodies()[2]).not.toHaveProperty("system");

    const { id, output_text, created_at, usage } = first;
    const kept = { id, output_text, created_at, usage, status: "completed" };
    expect(await client.responses.retrieve(id)).toMatchObject(kept);
    await client.responses.delete(second.id);
    await expect(client.responses.retrieve(second.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(client.responses.delete(second.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(ask(client, { ...asked, previous_response_id: third.id }, stream)).rejects.toMatchObject({
      status: 400,
      code: "previous_response_not_found",
      param: "previous_response_id",
    });
  });

  it("is not replaced by a later one if the upstream repeats its ids", async () => {
    const upstream = await startScriptedUpstream(({ body }) => ({
      content: [{ type: "text", text: JSON.stringify(body).includes("First.") ? "One." : "Two." }],
    }));
    const gateway = await startGateway({ upstreamUrl: upstream.url });
    onTestFinished(async () => {
      await gateway.close();
      await upstream.close();
    });
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: "key", maxRetries: 0 });
    const first = await client.responses.create(asked);
    const second = await client.responses.create({ ...asked, input: "Second." });

    expect((await client.responses.retrieve(first.id)).output).toEqual(first.output);
    expect((await client.responses.retrieve(second.id)).output).toEqual(second.output);
    expect([first.output_text, second.output_text]).toEqual(["One.", "Two."]);
  });

  it("W-R3: belongs to the key that made it", async () => {
    const [mine, yours] = [createApiKey(), createApiKey()];
    const keys = [
      { name: "mine", sha256: mine.sha256 },
      { name: "yours", sha256: yours.sha256 },
    ];
    const { clientWith } = await start(model, { keys });
    const { id } = await clientWith(mine.key).responses.create(asked);
    const stranger = clientWith(yours.key);

    await expect(stranger.responses.retrieve(id)).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining(id),
    });
    await expect(stranger.responses.delete(id)).rejects.toMatchObject({ status: 404 });
    await expect(stranger.responses.create({ ...asked, previous_response_id: id })).rejects.toMatchObject({
      code: "previous_response_not_found",
    });
    await expect(clientWith("wrong").responses.retrieve(id)).rejects.toMatchObject({ status: 401 });
    expect(await clientWith(mine.key).responses.retrieve(id)).toMatchObject({ id });
  });

  it("belongs to the client's own key where the gateway has none", async () => {
    const { client, clientWith } = await start(model);
    const { id } = await client.responses.create(asked);

    await expect(clientWith("sk-other").responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it("W-R3: expires after a day", async () => {
    let now = 1_000;
    const { client } = await start(model, {}, { now: () => now });
    const { id } = await client.responses.create(asked);
    now += day - 1;
    expect(await client.responses.retrieve(id)).toMatchObject({ id });
    now += 1;
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it("W-R2: is not streamed again, and says so", async () => {
    const { client } = await start(model);
    const { id } = await client.responses.create(asked);

    await expect(client.responses.retrieve(id, { stream: true })).rejects.toMatchObject({
      status: 400,
      code: "unsupported_parameter",
      param: "stream",
    });
  });

  it("W-R2: is not kept where the client does not want it", async () => {
    const { client } = await start(model);
    const response = await client.responses.create({ ...asked, store: false });

    expect(response).toMatchObject({ store: false });
    await expect(client.responses.retrieve(response.id)).rejects.toMatchObject({ status: 404 });
  });
});

describe("the other endpoints for OpenAI's clients", () => {
  it("W-R5: count the tokens of a request, with a conversation that is kept", async () => {
    const { client } = await start(model);
    const { id } = await client.responses.create(asked);
    const alone = await client.responses.inputTokens.count(asked);
    const continued = await client.responses.inputTokens.count({ ...asked, previous_response_id: id });

    expect(alone).toMatchObject({ object: "response.input_tokens", input_tokens: expect.any(Number) });
    expect(continued.input_tokens).toBeGreaterThan(alone.input_tokens);
  });

  it.each([
    ["POST", "/v1/embeddings", "nothing to do with tools"],
    ["GET", "/v1/assistants", "Assistants API is deprecated"],
    ["POST", "/v1/responses/resp_1/cancel", "close it to cancel"],
    ["GET", "/v1/responses/resp_1/input_items", "are not listed"],
    ["POST", "/v1/conversations", "send them whole"],
    ["GET", "/v1/responses/resp_1", "Response with id 'resp_1' not found."],
    ["GET", "/v1/nonsense", "Not found: GET /v1/nonsense"],
    ["POST", "/chat/completions", "expected /v1/chat/completions."],
    ["POST", "/v1/v1/responses", "expected /v1/responses."],
  ])("W-R6: %s %s says why it is not served, in OpenAI's envelope", async (method, path, reason) => {
    const { url } = await start(model);
    const response = await fetch(`${url}${path}`, { method, headers: { authorization: "Bearer sk-client" } });

    expect(response.status).toBe(404);
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    expect(await response.json()).toEqual({
      error: {
        message: expect.stringContaining(reason),
        type: "invalid_request_error",
        param: null,
        code: "not_found",
        request_id: response.headers.get("x-request-id"),
      },
    });
  });

  it("have the request's id where OpenAI's clients look for it", async () => {
    const { client } = await start(model);
    const chat = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Hi" }] });
    const response = await client.responses.create(asked);

    expect([chat._request_id, response._request_id]).toEqual([
      expect.stringMatching(/^req_/),
      expect.stringMatching(/^req_/),
    ]);
  });

  it("answer 503 where the Messages API would answer 529", async () => {
    const { client } = await start(model, { limits: { concurrentRequests: 0 } });

    await expect(client.responses.create(asked)).rejects.toMatchObject({
      status: 503,
      type: "server_error",
      code: "server_is_overloaded",
    });
  });
});

describe("the client's key", () => {
  it("reaches an upstream of the Messages API as an API key", async () => {
    const { client, headers } = await start(model);
    await client.responses.create(asked);
    await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Hi" }] });

    expect(headers.map((sent) => [sent["x-api-key"], sent.authorization])).toEqual([
      ["sk-client", undefined],
      ["sk-client", undefined],
    ]);
  });

  it("stays a bearer token if it is one of Anthropic's OAuth", async () => {
    const { clientWith, headers } = await start(model);
    await clientWith("sk-ant-oat01-x").responses.create(asked);

    expect(headers.map((sent) => [sent["x-api-key"], sent.authorization])).toEqual([
      [undefined, "Bearer sk-ant-oat01-x"],
    ]);
  });

  it("is never a key of the gateway", async () => {
    const { key, sha256 } = createApiKey();
    const { clientWith, headers } = await start(model, { keys: [{ name: "a", sha256 }] });
    await clientWith(key).responses.create(asked);

    expect(JSON.stringify(headers)).not.toContain(key);
  });
});

function ask(
  client: OpenAI,
  request: OpenAI.Responses.ResponseCreateParamsNonStreaming,
  isStreaming: boolean,
): Promise<OpenAI.Responses.Response> {
  if (!isStreaming) return client.responses.create(request);
  return client.responses.stream({ ...request, stream: true }).finalResponse();
}
