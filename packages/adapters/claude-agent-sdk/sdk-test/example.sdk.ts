import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tool } from "@anthropic-ai/claude-agent-sdk";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { serveProvider } from "../../suite/strict-endpoint.ts";
import { createStrictProvider, type Move } from "../../suite/strict-provider.ts";

const example = new URL("../../../../examples/agent-claude-agent-sdk/agent.ts", import.meta.url);
const readme = new URL("./readme-program.generated.ts", import.meta.url);
const without = new URL("./without-toolcrib.generated.ts", import.meta.url);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const file of [readme, without]) rmSync(file, { force: true });
});

async function runProgram(program: URL, moves: readonly Move[]) {
  const provider = createStrictProvider("messages", moves);
  const endpoint = await serveProvider(provider.fetch, { prefix: "mcp__toolcrib__" });
  const printed: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...texts: unknown[]) => void printed.push(texts.join(" ")));
  vi.stubEnv("ANTHROPIC_API_KEY", "none");
  vi.stubEnv("ANTHROPIC_BASE_URL", endpoint.url);
  vi.stubEnv("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
  try {
    await import(/* @vite-ignore */ program.href);
  } finally {
    log.mockRestore();
    endpoint.close();
  }
  expect(provider.rejected).toEqual([]);
  return { printed, provider };
}

it("the example finds and calls a tool", async () => {
  const { printed, provider } = await runProgram(example, [
    { calls: [{ name: "find_tools", input: { query: "convert money" } }] },
    { calls: [{ name: "currency_convert", input: { amount: 20, from: "EUR", to: "NOK" } }] },
    { text: "20 euros are 230 kroner." },
  ]);

  expect(printed).toEqual([
    'mcp__toolcrib__currency_convert {"amount":20,"from":"EUR","to":"NOK"}',
    "20 euros are 230 kroner.",
  ]);
  expect(provider.requests[2]?.text).toContain("230 NOK");
}, 120_000);

it("the example has Toolcrib in two lines and an import, and works without them", async () => {
  const changes: readonly (readonly [line: string, instead: string])[] = [
    [
      "  options: createToolcrib(tools).options({",
      '  options: {\n    mcpServers: { toolcrib: createSdkMcpServer({ name: "toolcrib", tools }) },',
    ],
    ["  }),", "  },"],
    [
      'import { createToolcrib } from "@toolcrib/claude-agent-sdk";',
      'import { createSdkMcpServer } from "@anthropic-ai/claude-agent-sdk";',
    ],
  ];
  const source = readFileSync(example, "utf8").split("\n");
  for (const [line] of changes) expect(source.filter((each) => each === line)).toHaveLength(1);
  const changed = source.map((each) => changes.find(([line]) => line === each)?.[1] ?? each).join("\n");
  writeFileSync(without, changed);
  const { printed } = await runProgram(without, [
    { calls: [{ name: "currency_convert", input: { amount: 20, from: "EUR", to: "NOK" } }] },
    { text: "20 euros are 230 kroner." },
  ]);

  expect(changed).not.toContain("@toolcrib");
  expect(printed.at(-1)).toBe("20 euros are 230 kroner.");
}, 120_000);

it("the program in the README works as printed", async () => {
  const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  writeFileSync(readme, /```ts\n([\s\S]*?)```/.exec(text)?.[1] ?? "");
  const asked: string[] = [];
  const slackPost = tool("slack_post", "Send a message to a channel.", { text: z.string() }, async () => ({
    content: [{ type: "text", text: "sent" }],
  }));
  vi.stubGlobal("allMyTools", [slackPost]);
  vi.stubGlobal("askThePerson", async (name: string, input: object) => {
    asked.push(name);
    return { behavior: "allow", updatedInput: input };
  });
  const { printed } = await runProgram(readme, [
    { calls: [{ name: "find_tools", input: { query: "send a message" } }] },
    { calls: [{ name: "slack_post", input: { text: "Hi." } }] },
    { text: "Done." },
  ]);

  expect(asked).toEqual(["mcp__toolcrib__slack_post"]);
  expect(printed).toEqual(["Done."]);
}, 120_000);

it("the example is in the guide verbatim", () => {
  const guide = new URL("../../../../docs/guides/claude-agent-sdk.md", import.meta.url);

  expect(readFileSync(guide, "utf8")).toContain(`\`\`\`ts\n${readFileSync(example, "utf8")}\`\`\``);
});
