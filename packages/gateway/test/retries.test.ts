import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import type { ToolsetConnection } from "../src/contracts/toolset.ts";
import { createGateway } from "../src/index.ts";
import { serve } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

const wait = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));

/** A calendar whose first calls may hang until they are cancelled. */
function calendar(
  hangingCalls: number,
): ToolsetConnection & { readonly calls: string[]; readonly cancelled: string[] } {
  const calls: string[] = [];
  const cancelled: string[] = [];
  return {
    calls,
    cancelled,
    listTools: async () => [{ name: "create_event", inputSchema: { type: "object" } }],
    callTool: async (name, _input, signal) => {
      calls.push(name);
      if (calls.length <= hangingCalls) {
        await wait(signal).finally(() => cancelled.push(name));
      }
      return { content: [{ type: "text", text: `Created ${calls.length}` }], isError: false };
    },
  };
}

interface Upstream {
  readonly url: string;
  /** What the model was told about its calls. */
  readonly results: string[];
  hangs: number;
  closed: number;
}

/** A model that creates an event and says what came of it; some of its answers never come. */
async function startModel(hangs: number): Promise<Upstream> {
  const model = { url: "", results: [] as string[], hangs, closed: 0 };
  const server = await serve(async (_request, body, response) => {
    const { messages } = JSON.parse(body.toString()) as { messages: { content: unknown }[] };
    const last = JSON.stringify(messages.at(-1)?.content);
    const isAnswered = last.includes("tool_result");
    if (isAnswered) model.results.push(last);
    if (isAnswered && model.hangs-- > 0) {
      response.on("close", () => {
        model.closed++;
      });
      return;
    }
    const content = isAnswered
      ? [{ type: "text", text: "Done." }]
      : [{ type: "tool_use", id: "toolu_1", name: "cal_create_event", input: { day: "today" } }];
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content,
      stop_reason: isAnswered ? "end_turn" : "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(message));
  });
  closers.push(server.close);
  model.url = server.url;
  return model;
}

async function start(model: Upstream, connection: ToolsetConnection): Promise<Anthropic> {
  const gateway = await createGateway(
    { upstreams: { model: { dialect: "anthropic", url: model.url } }, retries: { attempts: 0 } },
    { findMcpServer: (name) => (name === "cal" ? connection : undefined) },
  );
  closers.push(() => gateway.close());
  const { url } = await gateway.listen({ port: 0 });
  return new Anthropic({ baseURL: url, apiKey: "sk-test", timeout: 1_500, maxRetries: 4 });
}

const body = {
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "Lunch at noon" }],
  betas: ["mcp-client-2025-11-20" as const],
  mcp_servers: [{ type: "url" as const, name: "cal", url: undefined as unknown as string }],
  tools: [{ type: "mcp_toolset" as const, mcp_server_name: "cal" }],
};

describe("W-M30: a request that the SDK sends again after a timeout", () => {
  it("does not repeat an MCP call whose result was not delivered", async () => {
    const connection = calendar(0);
    const model = await startModel(1);
    const client = await start(model, connection);

    const answer = await client.beta.messages.create(body);

    expect(answer.content.at(-1)).toMatchObject({ type: "text", text: "Done." });
    expect(connection.calls).toEqual(["create_event"]);
    expect(model.results.length).toBeGreaterThanOrEqual(2);
    for (const result of model.results) expect(result).toContain("Created 1");
  });

  it("does not repeat a cancelled MCP call, and tells the model that it may have run", async () => {
    const connection = calendar(1);
    const client = await start(await startModel(0), connection);

    const answer = await client.beta.messages.create(body);

    expect(connection).toMatchObject({ calls: ["create_event"], cancelled: ["create_event"] });
    expect(JSON.stringify(answer.content)).toContain("it may have run already");
  });
});

describe("W-M31: a client that disconnects", () => {
  it("cancels the running call of an MCP server", async () => {
    const connection = calendar(1);
    const client = await start(await startModel(0), connection);

    await expect(client.beta.messages.create(body, { maxRetries: 0 })).rejects.toThrow(/timed out/i);

    await expect.poll(() => connection.cancelled).toEqual(["create_event"]);
  });

  it("cancels the running call of the model", async () => {
    const model = await startModel(1);
    const client = await start(model, calendar(0));

    await expect(client.beta.messages.create(body, { maxRetries: 0 })).rejects.toThrow(/timed out/i);

    await expect.poll(() => model.closed).toBe(1);
  });
});
