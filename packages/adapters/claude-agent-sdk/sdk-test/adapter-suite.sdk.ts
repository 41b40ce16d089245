import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HookCallbackMatcher, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { afterAll, describe, it } from "vitest";
import { z } from "zod";
import { type Agent, type AgentSetup, adapterSuite } from "../../suite/adapter-suite.ts";
import type { SeenCall } from "../../suite/harness.ts";
import { harnesses } from "../../suite/harnesses.ts";
import { serveProvider } from "../../suite/strict-endpoint.ts";
import { createToolcrib } from "../src/index.ts";
import { claudeEnvironment } from "./claude-environment.ts";

const home = mkdtempSync(join(tmpdir(), "toolcrib-claude-"));
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

type Options = NonNullable<Parameters<typeof query>[0]["options"]>;
type CanUseTool = NonNullable<Options["canUseTool"]>;

const prefix = "mcp__toolcrib__";

function createClaudeAgent({ tools: given, options, fetch, approve = [], onHook }: AgentSetup): Agent {
  const tools = given.map(({ name, description, inputSchema, execute }) => {
    const shape = Object.fromEntries(Object.keys(inputSchema.properties).map((key) => [key, z.string()]));
    return tool(name, description, shape, async (input) => ({
      content: [{ type: "text", text: await execute(input as Record<string, string>) }],
    }));
  });
  const crib = createToolcrib(tools, options);
  const seen = (name: string, input: unknown) => ({ name: name.replace(prefix, ""), input });
  const watch: HookCallbackMatcher = {
    hooks: [
      async (event) => {
        if (event.hook_event_name === "PreToolUse") onHook?.(seen(event.tool_name, event.tool_input));
        return {};
      },
    ],
  };
  return {
    async run(history, text, { stream = false, signal } = {}) {
      const endpoint = await serveProvider(fetch, { prefix, signal });
      const abortController = new AbortController();
      signal?.addEventListener("abort", () => abortController.abort());
      const [resume] = history as readonly string[];
      let [answer, sessionId] = ["", ""];
      const asked: SeenCall[] = [];
      const deny: CanUseTool = async (name, input) => {
        asked.push(seen(name, input));
        return { behavior: "deny", message: "Not today." };
      };
      try {
        const running = query({
          prompt: text,
          options: crib.options<Options>({
            ...claudeEnvironment(endpoint.url, home),
            ...(approve.length === 0
              ? { allowedTools: ["mcp__toolcrib"] }
              : { permissionMode: "default", canUseTool: deny }),
            hooks: { PreToolUse: [watch] },
            includePartialMessages: stream,
            abortController,
            ...(resume === undefined ? {} : { resume }),
          }),
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
      return { text: answer, history: [sessionId], asked };
    },
  };
}

describe.each(harnesses["claude-agent-sdk"])("the Claude Agent SDK with $title", (traits) => {
  const suite = adapterSuite({ ...traits, createAgent: createClaudeAgent });

  it.each(suite)("$title", ({ run }) => run(), 120_000);
});
