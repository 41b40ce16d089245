import { createGateway } from "@toolcrib/gateway";
import { afterEach, describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { serve } from "../../testing/serve.ts";

const run = { environment: {}, folder: process.cwd() };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const tools = [
  { name: "Bash", input_schema: { type: "object" } },
  ...Array.from({ length: 20 }, (_, number) => ({
    name: `mcp__shop__print_label_${number}`,
    description: `Prints label ${number} of an order. ${"It needs the number of the order. ".repeat(5)}`,
    input_schema: { type: "object", properties: { order: { type: "string" } } },
  })),
];

/** A gateway before a model that says hello and counts a token for four characters. */
async function startGateway(share: number): Promise<{ url: string; ask: (text: string) => Promise<Headers> }> {
  const upstream = await serve(({ body }) =>
    Response.json({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-sonnet-5-5",
      content: [{ type: "text", text: "Hello" }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: Math.ceil(body.length / 4), output_tokens: 1 },
    }),
  );
  const gateway = await createGateway({
    upstreams: { test: { dialect: "anthropic", url: upstream } },
    inject: "always",
    loader: "bridge",
    comparison: { withoutDeferral: share },
  });
  closers.push(() => gateway.close());
  const { url } = await gateway.listen({ port: 0 });
  const ask = async (text: string): Promise<Headers> => {
    const response = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({
        model: "claude-sonnet-5-5",
        max_tokens: 1_000,
        messages: [{ role: "user", content: text }],
        tools,
      }),
    });
    expect(response.status).toBe(200);
    await response.text();
    return response.headers;
  };
  return { url, ask };
}

describe("toolcrib savings", () => {
  it("prints the figures that the headers of the answers have, and marks estimates", async () => {
    const { url, ask } = await startGateway(0);
    const headers = await ask("Hi");
    const saved = Number.parseInt(headers.get("toolcrib-saved-tokens") ?? "", 10);
    const sent = Number.parseInt(headers.get("toolcrib-prompt-tokens") ?? "", 10);
    const { stdout } = await runInProcess(["savings", "--gateway", url], run);
    const json = await runInProcess(["savings", "--gateway", url, "--json"], run);

    const number = new Intl.NumberFormat("en-US");
    expect(saved).toBeGreaterThan(0);
    expect(stdout).toContain(`${number.format(sent)} prompt tokens of ${number.format(sent + saved)} without deferral`);
    expect(stdout).toMatch(/\d+ % saved, \$0\.\d+ \(estimated\); 1 model call/);
    expect(stdout).toMatch(/Prices: public list prices, copied on \d{4}-\d\d-\d\d\. Check them/);
    expect(JSON.parse(json.stdout).total.savings.saved.promptTokens).toBe(saved);
  });

  it("compares conversations with and without deferral, once there are enough", async () => {
    const { url, ask } = await startGateway(0.5);
    for (let number = 0; number < 10; number++) await ask(`Question ${number}`);
    const early = await runInProcess(["savings", "--gateway", url], run);
    for (let number = 10; number < 80; number++) await ask(`Question ${number}`);
    const { stdout } = await runInProcess(["savings", "--gateway", url], run);

    expect(early.stdout).toContain("at least 30 of each are needed");
    expect(stdout).toMatch(/prompt tokens {2}[\d,]+ \(95 % confidence: [\d,]+ to [\d,]+\)/);
    expect(stdout).toMatch(/cost {11}\$0\.\d+ \(95 % confidence/);
  });

  it("exits with 2 if no gateway answers", async () => {
    const { exitCode, stderr } = await runInProcess(["savings", "--gateway", "http://127.0.0.1:1"], run);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("http://127.0.0.1:1");
  });
});
