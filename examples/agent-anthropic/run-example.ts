import { existsSync, readFileSync } from "node:fs";
import Anthropic from "@anthropic-ai/sdk";
import { type AgentTurn, runAgent, wireParams } from "@toolcrib/anthropic";
import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import { DeferralSession, type Message, prepareRequest } from "@toolcrib/core";
import { builtInTools } from "./built-in-tools.ts";
import { serve } from "./http-endpoint.ts";
import { type McpServers, startMcpServers } from "./mcp-servers.ts";
import { officeTools } from "./office-tools.ts";
import { scriptedModel } from "./scripted-model.ts";

const catalogueSize = 150;
const model = "claude-sonnet-5-5";

/** What a turn sent, in tokens of the prompt, and what it would have sent with every tool in it. */
interface TurnReport {
  readonly called: readonly string[];
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly tokensWithoutDeferral: number;
}

export interface ExampleReport {
  readonly tools: number;
  readonly servers: number;
  readonly turns: readonly TurnReport[];
  readonly answer: string;
  /** The results of the calls that reached a server. */
  readonly results: readonly string[];
  readonly memory: string;
  /** What the endpoint refused. */
  readonly rejected: readonly string[];
  /** How many events streamed in. */
  readonly events: number;
}

/** Runs the agent once, against an endpoint that refuses what the API refuses. */
export async function runExample(isStreaming: boolean): Promise<ExampleReport> {
  const servers = await startMcpServers();
  const api = createStrictMessagesApi(scriptedModel);
  const counter = createStrictMessagesApi(scriptedModel);
  const endpoint = await serve(api);
  try {
    const session = makeSession(servers, endpoint.baseUrl);
    const results: string[] = [];
    const turns: AgentTurn[] = [];
    let events = 0;
    const { message } = await runAgent({
      client: new Anthropic({ apiKey: "none", baseURL: endpoint.baseUrl, maxRetries: 0 }),
      session,
      params: { model, max_tokens: 1024, system: "You are a careful assistant." },
      messages: [{ role: "user", content: "Add 19 and 23, and remember the result." }],
      runTool: async ({ name, input }) => {
        const result = await servers.call(name, input);
        results.push(result);
        return result;
      },
      onTurn: (turn) => turns.push(turn),
      ...(isStreaming ? { onStreamEvent: () => events++ } : {}),
    });
    const withoutDeferral = await Promise.all(
      turns.map(({ prepared }) => countWithoutDeferral(counter.fetch, session, prepared.conversation)),
    );
    return {
      tools: session.tools.length,
      servers: servers.toolsByServer.size,
      turns: turns.map((turn, index) => ({
        called: turn.message.content.flatMap((block) => (block.type === "tool_use" ? [block.name] : [])),
        promptTokens: api.accepted[index]?.promptTokens ?? 0,
        cachedTokens: api.accepted[index]?.cachedTokens ?? 0,
        tokensWithoutDeferral: withoutDeferral[index] ?? 0,
      })),
      answer: message.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
      results,
      memory: existsSync(servers.memoryFile) ? readFileSync(servers.memoryFile, "utf8") : "",
      rejected: [...api.rejected, ...counter.rejected],
      events,
    };
  } finally {
    await endpoint.close();
    await servers.close();
  }
}

function makeSession({ toolsByServer }: McpServers, baseUrl: string): DeferralSession {
  // The endpoint is no host of the provider, so somebody has to say that it knows references.
  const session = new DeferralSession({ tools: builtInTools, upstream: { baseUrl, toolSearch: "supported" } });
  for (const [server, tools] of toolsByServer) session.setServer(server, "ready", tools);
  session.setServer("office", "ready", officeTools(catalogueSize - session.tools.length));
  return session;
}

/** The same turn with tool search off, by the endpoint's own count. */
async function countWithoutDeferral(
  fetch: typeof globalThis.fetch,
  { tools }: DeferralSession,
  messages: readonly Message[],
): Promise<number> {
  const prepared = prepareRequest({ model, tools, messages, settings: { toolSearch: false } });
  const { betas: _betas, ...params } = wireParams(prepared);
  const client = new Anthropic({ apiKey: "none", fetch, maxRetries: 0 });
  return (await client.beta.messages.countTokens({ model, system: "You are a careful assistant.", ...params }))
    .input_tokens;
}
