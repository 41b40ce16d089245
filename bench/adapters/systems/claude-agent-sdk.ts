import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { createToolcrib, type QueryOptions } from "@toolcrib/claude-agent-sdk";
import { z } from "zod";
import { claudeEnvironment } from "../../../packages/adapters/claude-agent-sdk/sdk-test/claude-environment.ts";
import { type StrictEndpoint, serveProvider } from "../../../packages/adapters/suite/strict-endpoint.ts";
import type { SuiteTool } from "../../../packages/adapters/suite/suite-tools.ts";
import { installFolder } from "../install/install-folder.ts";
import type { FrameworkSystem } from "../tasks/run-tasks.ts";

type Mode = "all" | "own" | "toolcrib";

/** What is used of the SDK, which is not installed where types are checked. */
interface AgentSdk {
  tool(name: string, description: string, shape: z.ZodRawShape, handler: () => Promise<object>): SdkTool;
  createSdkMcpServer(options: { name: string; tools: readonly SdkTool[] }): object;
  query(request: { prompt: AsyncIterable<unknown>; options: object }): Conversation;
}

type SdkTool = Parameters<typeof createToolcrib>[0][number];
type SdkMessage = { type: string; subtype?: string; result?: string; session_id?: string };
type Conversation = AsyncGenerator<SdkMessage> & { close(): void };

const serverName = "toolcrib";
const prefix = `mcp__${serverName}__`;
const folder = fileURLToPath(new URL("../claude-code/", import.meta.url));

/** The real Claude Code, in one process for each conversation. */
export function claudeAgentSdk(title: string, mode: Mode): FrameworkSystem {
  const searchTool = mode === "own" ? "ToolSearch" : "find_tools";
  const search = (query: string) => ({ name: searchTool, input: { query } });
  return {
    framework: "Claude Agent SDK",
    package: "@anthropic-ai/claude-agent-sdk",
    packageFolder: folder,
    title: `${title}, Anthropic`,
    wire: "messages",
    ...(mode === "all" ? {} : { search }),
    ...(mode === "own" ? { select: (name) => search(`select:${prefix}${name}`) } : {}),
    createAgent({ tools, fetch }) {
      // Claude Code may write to it for a moment after it is closed, so it stays among the temporary files.
      const home = mkdtempSync(join(tmpdir(), "toolcrib-claude-"));
      let endpoint: StrictEndpoint | undefined;
      let prompts: PassThrough | undefined;
      let conversation: Conversation | undefined;
      const start = async () => {
        conversation?.close();
        endpoint ??= await serveProvider(fetch, { prefix, plainNames: ["ToolSearch"] });
        prompts = new PassThrough({ objectMode: true });
        const { query, ...sdk } = await loadSdk();
        const { env, ...options } = claudeEnvironment(endpoint.url, home);
        conversation = query({
          prompt: prompts,
          options: {
            ...options,
            env: { ...env, ENABLE_TOOL_SEARCH: String(mode === "own") },
            tools: mode === "own" ? ["ToolSearch"] : [],
            maxTurns: 100,
            mcpServers: serversOf(sdk, tools, mode),
            allowedTools: [`mcp__${serverName}`],
          },
        });
      };
      return {
        async run(history, text) {
          if (history.length === 0) await start();
          prompts?.write({ type: "user", message: { role: "user", content: text }, parent_tool_use_id: null });
          for (;;) {
            const { value, done } = (await conversation?.next()) ?? { done: true, value: undefined };
            if (done === true) throw new Error("Claude Code ended before it answered.");
            if (value.type !== "result") continue;
            if (value.subtype !== "success") throw new Error(`Claude Code ended with ${String(value.subtype)}.`);
            return { text: value.result ?? "", history: [value.session_id] };
          }
        },
        close() {
          conversation?.close();
          endpoint?.close();
        },
      };
    },
  };
}

async function loadSdk(): Promise<AgentSdk> {
  installFolder(folder);
  return (await import(join(folder, "node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs"))) as AgentSdk;
}

function serversOf(sdk: Omit<AgentSdk, "query">, suiteTools: readonly SuiteTool[], mode: Mode): object {
  const tools = suiteTools.map(({ name, description, inputSchema, execute }) =>
    sdk.tool(name, description, shapeOf(inputSchema.properties), async () => ({
      content: [{ type: "text", text: await execute({}) }],
    })),
  );
  const given = mode === "toolcrib" ? createToolcrib(tools, { serverName }).options<QueryOptions>({}) : undefined;
  if (given?.mcpServers !== undefined) return given.mcpServers;
  return { [serverName]: sdk.createSdkMcpServer({ name: serverName, tools }) };
}

/** The SDK takes tools with schemas of zod only. What zod cannot read becomes an argument of any kind. */
function shapeOf(properties: Readonly<Record<string, object>>): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      try {
        return [name, z.fromJSONSchema(schema as never).optional()];
      } catch {
        return [name, z.unknown().optional()];
      }
    }),
  );
}
