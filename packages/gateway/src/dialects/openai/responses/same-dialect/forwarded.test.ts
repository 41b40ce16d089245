import { afterEach, describe, expect, it } from "vitest";
import type { TraceRecord } from "../../../../contracts/trace.ts";
import { createGateway } from "../../../../server/create-gateway.ts";
import { encodeEvents, eventsOf, responseOf } from "../../../../testing/responses-api/responses-answer.ts";
import { serve } from "../../../../testing/serve.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const secret = "sk-upstream-secret-0123456789";
const usage = { input_tokens: 9, input_tokens_details: { cached_tokens: 4 }, output_tokens: 7, total_tokens: 16 };
const whole = responseOf({ model: "gpt", input: [] }, { text: "Hello." }, 1, usage);
const stream = encodeEvents(eventsOf(whole));

/** Forwards one request to an upstream that answers with these bytes. */
async function forward(text: string, stream: boolean, upstreamModel?: string) {
  const upstream = await serve((_request, _body, response) => {
    response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
    response.end(text);
  });
  const traces: TraceRecord[] = [];
  const gateway = await createGateway(
    {
      upstreams: { test: { dialect: "openai-responses", url: upstream.url, apiKey: secret } },
      routes: [{ model: "*", ...(upstreamModel === undefined ? {} : { upstreamModel }) }],
      retries: { attempts: 0 },
    },
    { sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }] },
  );
  closers.push(upstream.close, () => gateway.close());
  const response = await gateway.app.request("/v1/responses", {
    method: "POST",
    headers: { host: "localhost", authorization: "Bearer key" },
    body: JSON.stringify({ model: "alias", input: "Hi.", stream }),
  });
  return { text: await response.text(), trace: () => expect.poll(() => traces[0]) };
}

describe("a forwarded answer of the Responses API", () => {
  it.each([
    ["whole", JSON.stringify(whole), false],
    ["streamed", stream, true],
  ])("reports its usage and why it stopped, %s", async (_how, text, isStreamed) => {
    const answer = await forward(text, isStreamed);

    expect(answer.text).toBe(text);
    await answer.trace().toMatchObject({
      usage: { input_tokens: 5, cache_read_input_tokens: 4, output_tokens: 7 },
      stopReason: "end_turn",
    });
  });

  it("that breaks off ends with response.failed", async () => {
    const half = stream.slice(0, stream.indexOf("event: response.completed"));
    const answer = await forward(half, true);

    expect(answer.text.startsWith(half)).toBe(true);
    expect(answer.text.slice(half.length)).toContain("event: response.failed");
    await answer
      .trace()
      .toMatchObject({ error: { message: expect.stringContaining("ended before response.completed") } });
  });

  it("that fails or is incomplete ends as the upstream says, without its key", async () => {
    const failed = responseOf(
      { model: "gpt", input: [] },
      { failure: { code: "server_error", message: `Key ${secret}.` } },
      1,
      usage,
    );
    const answer = await forward(encodeEvents(eventsOf(failed)), true);
    const incomplete = encodeEvents(
      eventsOf(responseOf({ model: "gpt", input: [] }, { text: "Cut", incomplete: "max_output_tokens" }, 1, usage)),
    );

    expect(answer.text).toContain('"code":"server_error"');
    expect(answer.text).not.toContain(secret);
    expect((await forward(incomplete, true)).text).toBe(incomplete);
  });

  it("names the model as the client did", async () => {
    const { text } = await forward(stream, true, "gpt");

    expect(text).toBe(stream.replaceAll('"model":"gpt"', '"model":"alias"'));
    expect(text).toContain('"model":"alias"');
  });
});
