import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createToolcrib } from "../src/index.ts";
import { type RuleCase, ruleTable, tableTools } from "../test/rule-table.ts";
import { claudeEnvironment } from "./claude-environment.ts";
import { serveCalls } from "./serve-calls.ts";

type Options = NonNullable<Parameters<typeof query>[0]["options"]>;
const prefix = "mcp__toolcrib__";

/** Runs a case with the plain SDK or with Toolcrib, and says what became of each call. */
async function runCase(given: RuleCase, isPlain: boolean) {
  const { options, asks = false, isSubagent = false, hook, files = {} } = given;
  const [ran, asked, hooked] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const tools = tableTools.map((name) =>
    tool(name, `Tool ${name}.`, { text: z.string() }, async () => {
      ran.add(name);
      return { content: [{ type: "text", text: "done" }] };
    }),
  );
  const calls = tableTools.map((name) => {
    const input = { text: "a" };
    return isPlain ? { name: prefix + name, input } : { name: `${prefix}call_tool`, input: { name, arguments: input } };
  });
  const home = mkdtempSync(join(tmpdir(), "toolcrib-claude-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), JSON.stringify(content));
  }
  const endpoint = await serveCalls(calls, isSubagent);
  const { env, ...environment } = claudeEnvironment(endpoint.url, home);
  const base: Options = {
    ...environment,
    // Claude Code runs without permissions as root only where it is told that this is a sandbox.
    env: { ...env, IS_SANDBOX: "1" },
    maxTurns: 5,
    ...(isSubagent ? { tools: ["Agent"] } : {}),
    ...(options as Options),
    allowedTools: [...(options.allowedTools ?? []), "Agent"],
    ...(asks && {
      canUseTool: async (name, input) => {
        asked.add(name.replace(prefix, ""));
        return { behavior: "allow", updatedInput: input };
      },
    }),
    ...(hook && {
      hooks: {
        PreToolUse: [
          {
            ...(hook.matcher === undefined ? {} : { matcher: hook.matcher }),
            hooks: [
              async (event) => {
                if (event.hook_event_name === "PreToolUse") hooked.add(event.tool_name.replace(prefix, ""));
                if (hook.decision === undefined) return {};
                return {
                  hookSpecificOutput: { hookEventName: "PreToolUse" as const, permissionDecision: hook.decision },
                };
              },
            ],
          },
        ],
      },
    }),
  };
  try {
    const server = createSdkMcpServer({ name: "toolcrib", tools });
    const plain: Options = { ...base, mcpServers: { toolcrib: { ...server, alwaysLoad: true } } };
    for await (const _message of query({
      prompt: "Go.",
      options: isPlain ? plain : createToolcrib(tools).options<Options>(base),
    }));
  } finally {
    endpoint.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
  return {
    outcome: tableTools.map((name) => (ran.has(name) ? (asked.has(name) ? "a" : "r") : "x")).join(""),
    hooked: tableTools.map((name) => (hooked.has(name) ? "h" : "-")).join(""),
  };
}

describe.concurrent.each(ruleTable)("$title", (given) => {
  const expected = { outcome: given.plain, ...(given.hooked === undefined ? {} : { hooked: given.hooked }) };

  it("has the recorded outcome with the plain SDK", async () => {
    expect(await runCase(given, true)).toMatchObject(expected);
  }, 120_000);

  it(`with Toolcrib, ${given.isRejected === true ? "is rejected" : "has the same outcome"}`, async () => {
    const running = runCase(given, false);
    if (given.isRejected === true) await expect(running).rejects.toThrow(/is not usable: expected/);
    else expect(await running).toMatchObject(expected);
  }, 120_000);
});
