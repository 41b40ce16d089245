import { describe, expect, it } from "vitest";
import { callOf } from "../../../testing/call-of.ts";
import { serve } from "../../../testing/serve.ts";
import { createAiSdkUpstream } from "../create-ai-sdk-upstream.ts";

const request = callOf({ model: "m", max_tokens: 10, messages: [{ role: "user", content: "Go" }] });

async function failure(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const server = await serve((_request, _body, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  });
  try {
    const upstream = await createAiSdkUpstream({ name: "chat", baseUrl: server.url });
    return await upstream.doGenerate(request).catch((error: unknown) => error);
  } finally {
    await server.close();
  }
}

const openAiError = (message: string) =>
  JSON.stringify({ error: { message, type: "invalid_request_error", code: null } });

describe("W-OC6: An error of a provider", () => {
  it("about a full context has the wording that clients look for", async () => {
    const message =
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130514 tokens.";
    expect(await failure(400, openAiError(message))).toMatchObject({
      status: 400,
      body: { error: { type: "invalid_request_error", message: "prompt is too long: 130514 tokens > 128000 maximum" } },
    });
  });

  it("about an exhausted quota is not retried", async () => {
    const message = "You exceeded your current quota, please check your plan and billing details.";
    expect(await failure(429, openAiError(message))).toMatchObject({
      status: 402,
      isRetryable: false,
      body: { error: { type: "billing_error" } },
    });
  });

  it("that is a page of HTML is not shown", async () => {
    const error = await failure(500, "<html><body>nginx</body></html>", { "content-type": "text/html" });
    expect(error).toMatchObject({ status: 500, isRetryable: true, body: { error: { type: "api_error" } } });
    expect(String(error)).not.toContain("nginx");
  });

  it.each([
    [
      "Failed to deserialize the JSON body into the target type",
      "Failed to deserialize the JSON body into the target type",
    ],
    ['{"object":"error","message":"Unexpected item type in content."}', "Unexpected item type in content."],
    ['{"error":"model not found"}', "model not found"],
    ['{"detail":"Not Found"}', "Not Found"],
  ])("has the upstream's message, whatever its form: %s", async (body, words) => {
    expect(await failure(400, body)).toMatchObject({ status: 400, body: { error: { message: words } } });
  });

  it("of an overloaded server may be retried after the time it asks for", async () => {
    const error = await failure(503, openAiError("Loading model"), { "retry-after-ms": "1500" });
    expect(error).toMatchObject({
      isRetryable: true,
      retryAfterSeconds: 1.5,
      body: { error: { type: "overloaded_error" } },
    });
  });

  it("in an unreadable answer is an upstream error", async () => {
    expect(await failure(200, "this is not JSON")).toMatchObject({
      status: 502,
      body: { error: { type: "api_error" } },
    });
  });

  it("in an answer that is cut off says so, and not that it failed to process a successful response", async () => {
    expect(await failure(200, '{"id":"x"', { "content-length": "500", connection: "close" })).toMatchObject({
      status: 502,
      body: { error: { message: expect.stringMatching(/^The upstream broke off in the middle of its answer/) } },
    });
  });
});

describe("An upstream that does not answer", () => {
  it("times out as configured", async () => {
    let fire = (): void => undefined;
    const server = await serve(() => fire());
    const upstream = await createAiSdkUpstream({
      name: "chat",
      baseUrl: server.url,
      firstByteSeconds: 20,
      startTimer: (milliseconds, onTime) => {
        expect(milliseconds).toBe(20_000);
        fire = onTime;
        return { restart: () => undefined, stop: () => undefined };
      },
    });
    const call = upstream.doStream(request);
    await expect(call).rejects.toMatchObject({ status: 504, body: { error: { type: "timeout_error" } } });
    await server.close();
  });
});
