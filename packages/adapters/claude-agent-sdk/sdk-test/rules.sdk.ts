import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { query, tool } from "@anthropic-ai/claude-agent-sdk";
import { expect, it } from "vitest";
import { z } from "zod";
import { serveProvider } from "../../suite/strict-endpoint.ts";
import { createStrictProvider, type Move } from "../../suite/strict-provider.ts";
import { createToolcrib } from "../src/index.ts";
import { claudeEnvironment } from "./claude-environment.ts";

it("allows and denies the real tools, although Claude Code sees the bridge", async () => {
  const ran: string[] = [];
  const asTool = (name: string, description: string) =>
    tool(name, description, { text: z.string() }, async () => {
      ran.push(name);
      return { content: [{ type: "text", text: "done" }] };
    });
  const tools = [
    asTool("slack_post", "Send a message to a channel."),
    asTool("wipe_disk", "Delete everything on the disk."),
    asTool("create_issue", "Create an issue."),
  ];
  const moves = tools.flatMap(({ name, description }): Move[] => [
    { calls: [{ name: "find_tools", input: { query: description } }] },
    { calls: [{ name, input: { text: "Hi." } }] },
  ]);
  const provider = createStrictProvider("messages", [...moves, { text: "Done." }]);
  const endpoint = await serveProvider(provider.fetch, { prefix: "mcp__toolcrib__" });
  const home = mkdtempSync(join(tmpdir(), "toolcrib-claude-"));
  const results: string[] = [];
  try {
    const conversation = query({
      prompt: "Go.",
      options: createToolcrib(tools).options({
        ...claudeEnvironment(endpoint.url, home),
        allowedTools: ["mcp__toolcrib__slack_post"],
        disallowedTools: ["mcp__toolcrib__wipe_disk"],
      }),
    });
    for await (const message of conversation) {
      if (message.type === "result" && message.subtype === "success") results.push(message.result);
    }
  } finally {
    endpoint.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }

  expect(provider.rejected).toEqual([]);
  expect(results).toEqual(["Done."]);
  expect(ran).toEqual(["slack_post"]);
}, 120_000);
