import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ChatStandIn, startChatStandIn } from "../src/testing/chat-stand-in.ts";
import { memoryServer } from "../src/testing/memory-server.ts";
import { runToolcrib, startToolcrib } from "../src/testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../src/testing/temporary-files.ts";

const files = createTemporaryFiles();
const environment = {
  HOME: files.folder,
  XDG_CACHE_HOME: join(files.folder, "cache"),
  XDG_CONFIG_HOME: join(files.folder, "config"),
  XDG_DATA_HOME: join(files.folder, "data"),
};

/** The command lines with `toolcrib` in a guide's shell blocks, as lists of arguments. */
function commandsIn(guide: string): string[][] {
  const text = readFileSync(new URL(`../../../docs/guides/${guide}.md`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => String(block));
  return blocks
    .flatMap((block) => block.split("\n"))
    .filter((line) => line.startsWith("toolcrib "))
    .map((line) => line.split(" ").slice(1));
}

async function startStandIn(): Promise<ChatStandIn> {
  const standIn = await startChatStandIn();
  onTestFinished(() => standIn.close());
  return standIn;
}

async function post(url: string, body: object): Promise<string> {
  const response = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "local" },
    body: JSON.stringify({ model: "qwen3:8b", max_tokens: 100, ...body }),
  });
  return response.text();
}

describe("claude-code-on-a-local-model.md", () => {
  it("shows commands that work, with a stand-in for Ollama", async () => {
    const standIn = await startStandIn();
    const commands = commandsIn("claude-code-on-a-local-model").map((command) =>
      command.map((word) => word.replace("http://127.0.0.1:11434/v1", standIn.url)),
    );
    const [doctor = [], serve = []] = commands;

    const examined = await runToolcrib(doctor, { environment, folder: files.folder });
    const gateway = startToolcrib([...serve, "--port", "0"], { environment, folder: files.folder });
    onTestFinished(() => gateway.signal("SIGKILL"));
    const [, url = ""] = await gateway.saw(/Listening on (\S+)/);
    const answer = await post(url, { messages: [{ role: "user", content: "Hello" }] });
    gateway.signal("SIGTERM");

    expect(commands.map(([name]) => name)).toEqual(["doctor", "serve"]);
    expect(examined).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("bridge fits") });
    expect(answer).toContain("Yes.");
    expect((await gateway.ended).exitCode).toBe(0);
  });

  it("sends a chat model the tools of a client that defers, over the bridge", async () => {
    const standIn = await startStandIn();
    const gateway = startToolcrib(
      ["serve", "--port", "0", "--upstream", standIn.url, "--upstream-dialect", "openai-chat", "--loader", "bridge"],
      { environment, folder: files.folder },
    );
    onTestFinished(() => gateway.signal("SIGKILL"));
    const [, url = ""] = await gateway.saw(/Listening on (\S+)/);
    const schema = { type: "object", properties: {} };
    const tools = [
      { name: "ToolSearch", description: "Finds tools.", input_schema: schema },
      { name: "mcp__everything__get-sum", description: "Adds.", input_schema: schema, defer_loading: true },
    ];

    const found = await post(url, {
      tools,
      messages: [
        { role: "user", content: "Add 19 and 23." },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "sum" } }],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "toolu_1",
              content: [{ type: "tool_reference", tool_name: "mcp__everything__get-sum" }],
            },
          ],
        },
      ],
    });

    expect(standIn.toolsSeen).toEqual([["ToolSearch", "call_tool"]]);
    expect(JSON.parse(found)).toMatchObject({
      content: [{ type: "tool_use", name: "mcp__everything__get-sum", input: { a: 19, b: 23 } }],
      stop_reason: "tool_use",
    });
  });
});

describe("an-editor-with-too-many-servers.md", () => {
  it("shows commands that work in sequence, and the last restores everything", async () => {
    const config = JSON.stringify({
      mcpServers: { memory: memoryServer(join(files.folder, "m.jsonl")), notes: { command: "notes-mcp" } },
    });
    const path = files.write("shop/.cursor/mcp.json", config);
    const commands = commandsIn("an-editor-with-too-many-servers");
    const outputs: string[] = [];
    for (const command of commands) {
      const { stdout } = await runToolcrib(command, { environment, folder: join(files.folder, "shop") });
      outputs.push(stdout);
    }

    expect(commands.map(([name]) => name)).toEqual(["inspect", "init", "init", "doctor", "init"]);
    expect(outputs[0]).toContain("fails notes: spawn notes-mcp ENOENT");
    expect(outputs[1]).toContain("Nothing was changed.");
    expect(outputs[2]).toContain("Done.");
    expect(outputs[3]).toContain("problem server notes fails: spawn notes-mcp ENOENT");
    expect(outputs[4]).toContain("restored");
    expect(readFileSync(path, "utf8")).toBe(config);
  });
});
