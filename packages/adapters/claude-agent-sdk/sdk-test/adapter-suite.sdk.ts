import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { query, tool } from "@anthropic-ai/claude-agent-sdk";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Agent, type AgentSetup, adapterSuite } from "../../suite/adapter-suite.ts";
import { createStrictProvider } from "../../suite/strict-provider.ts";
import { createToolcrib } from "../src/index.ts";
import { claudeEnvironment } from "./claude-environment.ts";
import { serveProvider } from "./strict-endpoint.ts";

const home = mkdtempSync(join(tmpdir(), "toolcrib-claude-"));
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

type Options = NonNullable<Parameters<typeof query>[0]["options"]>;

function createClaudeAgent({ tools: given, options, fetch }: AgentSetup, more: Options = {}): Agent {
  const tools = given.map(({ name, description, inputSchema, execute }) => {
    const shape = Object.fromEntries(Object.keys(inputSchema.properties).map((key) => [key, z.string()]));
    return tool(name, description, shape, async (input) => ({
      content: [{ type: "text", text: await execute(input as Record<string, string>) }],
    }));
  });
  const crib = createToolcrib(tools, options);
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const endpoint = await serveProvider(fetch, "mcp__toolcrib__", signal);
      const abortController = new AbortController();
      signal?.addEventListener("abort", () => abortController.abort());
      const [resume] = history as readonly string[];
      let [answer, sessionId] = ["", ""];
      try {
        const running = query({
          prompt: text,
          options: {
            ...claudeEnvironment(endpoint.url, home),
            mcpServers: crib.mcpServers,
            allowedTools: ["mcp__toolcrib"],
            includePartialMessages: stream,
            abortController,
            ...(resume === undefined ? {} : { resume }),
            ...more,
          },
        });
        for await (const message of running) {
          if (message.type !== "result") continue;
          sessionId = message.session_id;
          answer = message.subtype === "success" ? message.result : message.subtype;
        }
        signal?.throwIfAborted();
      } finally {
        endpoint.close();
      }
      // A session is resumed by its id; without one, Claude Code starts with an empty history.
      return { text: answer, history: [sessionId] };
    },
  };
}

describe("a query of the Claude Agent SDK", () => {
  const suite = adapterSuite({
    wire: "messages",
    keepsPrefix: true,
    createAgent: (setup) => createClaudeAgent(setup),
  });

  it.each(suite)("$title", ({ run }) => run(), 120_000);

  it("asks `canUseTool` about the real tool", async () => {
    const { fetch } = createStrictProvider("messages", [
      { calls: [{ name: "find_tools", input: { query: "delete a repository" } }] },
      { calls: [{ name: "repository_delete", input: { repository: "main" } }] },
      { text: "I may not." },
    ]);
    const execute = () => "never";
    const inputSchema = { type: "object", properties: { repository: { type: "string" } }, required: ["repository"] };
    const tools = [{ name: "repository_delete", description: "Delete a Git repository.", inputSchema, execute }];
    const asked: unknown[] = [];
    const { canUseTool, allowedTools } = createToolcrib([]);
    const agent = createClaudeAgent(
      { tools: tools as never, options: {}, fetch },
      {
        allowedTools,
        permissionMode: "default",
        canUseTool: canUseTool(async (name, input) => {
          asked.push([name, input]);
          return { behavior: "deny", message: "Not today." };
        }) as NonNullable<Options["canUseTool"]>,
      },
    );
    const { text } = await agent.run([], "Delete it.");

    expect(text).toBe("I may not.");
    expect(asked).toEqual([["mcp__toolcrib__repository_delete", { repository: "main" }]]);
  }, 120_000);
});
