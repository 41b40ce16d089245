import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createToolcrib, type QueryOptions, type SdkTool } from "../src/index.ts";
import { bridged, connectFakeClaudeCode } from "./fake-claude-code.ts";
import { type RuleCase, ruleTable, tableTools } from "./rule-table.ts";

/** Runs a case with Toolcrib. The SDK itself is large: `npm run test:peers` runs the same table with it. */
async function runCase({ options, asks = false, isSubagent = false, hook, files = {} }: RuleCase) {
  const [ran, asked, hooked] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const tools = tableTools.map(
    (name): SdkTool => ({
      name,
      description: `Tool ${name}.`,
      inputSchema: { text: z.string() },
      handler: async () => {
        ran.add(name);
        return { content: [] };
      },
    }),
  );
  const home = mkdtempSync(join(tmpdir(), "toolcrib-claude-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), JSON.stringify(content));
    }
    const own = (name: string) => name.replace("mcp__toolcrib__", "");
    const shown = createToolcrib(tools).options<QueryOptions>({
      settingSources: [],
      cwd: home,
      env: { CLAUDE_CONFIG_DIR: home },
      ...options,
      ...(asks && {
        canUseTool: async (name: string, input: object) => {
          asked.add(own(name));
          return { behavior: "allow", updatedInput: input };
        },
      }),
      ...(hook && {
        hooks: {
          PreToolUse: [
            {
              ...(hook.matcher === undefined ? {} : { matcher: hook.matcher }),
              hooks: [
                async ({ tool_name }: { readonly tool_name: string }) => {
                  hooked.add(own(tool_name));
                  return hook.decision === undefined
                    ? {}
                    : { hookSpecificOutput: { permissionDecision: hook.decision } };
                },
              ],
            },
          ],
        },
      }),
    });
    const call = await connectFakeClaudeCode(shown);
    const agentType = isSubagent ? "helper" : (options["agent"] as string | undefined);
    const { permissionMode } = (isSubagent ? (options.agents?.["helper"] ?? {}) : options) as {
      readonly permissionMode?: string;
    };
    for (const name of tableTools) {
      await call({
        ...bridged(name, { text: "a" }),
        agentType,
        ...(permissionMode === undefined ? {} : { permissionMode }),
      });
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return {
    outcome: tableTools.map((name) => (ran.has(name) ? (asked.has(name) ? "a" : "r") : "x")).join(""),
    hooked: tableTools.map((name) => (hooked.has(name) ? "h" : "-")).join(""),
  };
}

describe("rules about tools behind the bridge", () => {
  it.each(ruleTable.filter(({ isRejected }) => isRejected !== true))(
    "have the outcome that they have without Toolcrib: $title",
    async (given) => {
      const hooked = given.hooked === undefined ? {} : { hooked: given.hooked };
      expect(await runCase(given)).toMatchObject({ outcome: given.plain, ...hooked });
    },
  );

  it.each(ruleTable.filter(({ isRejected }) => isRejected === true))(
    "are rejected when the session is made, with what to write instead: $title",
    async (given) => {
      await expect(runCase(given)).rejects.toThrow(/is not usable: expected/);
    },
  );
});
