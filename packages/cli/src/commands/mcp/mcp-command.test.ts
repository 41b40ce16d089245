import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { brokenServer, memoryServer } from "../../testing/memory-server.ts";
import { runToolcrib, startToolcrib } from "../../testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();
const environment = { HOME: files.folder, XDG_CACHE_HOME: files.folder, XDG_CONFIG_HOME: files.folder };
const run = { environment, folder: files.folder };
const config = files.write(
  "mcp.json",
  JSON.stringify({ mcpServers: { memory: memoryServer(`${files.folder}/m.jsonl`), broken: brokenServer } }),
);

function request(id: number, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

const initialize = request(1, "initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});
const initialized = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`;

describe("toolcrib mcp", () => {
  it("finds and calls a tool of a real server, and writes only the protocol to standard output", async () => {
    const command = startToolcrib(["mcp", "--config", config], run);
    command.write(initialize + initialized);
    await command.saw(/"id":1/);
    command.write(request(2, "tools/call", { name: "search_tools", arguments: { query: "read the whole graph" } }));
    await command.saw(/mcp__memory__read_graph/);
    const call = { name: "mcp__memory__read_graph", arguments: {} };
    command.write(request(3, "tools/call", { name: "call_tool", arguments: call }));
    await command.saw(/"id":3/);
    command.signal("SIGINT");
    const { exitCode, stdout, stderr } = await command.ended;

    expect(exitCode).toBe(0);
    for (const line of stdout.trim().split("\n")) {
      expect(JSON.parse(line)).toHaveProperty("jsonrpc", "2.0");
    }
    expect(stdout).toContain("entities");
    expect(stderr).toContain("API_KEY is missing");
  });

  it("learns from calls, and keeps what it learned in a file", async () => {
    const history = `${files.folder}/history.json`;
    for (let run_ = 0; run_ < 2; run_++) {
      const command = startToolcrib(["mcp", "--config", config, "--history", history], run);
      command.write(initialize + initialized);
      await command.saw(/"id":1/);
      command.write(request(2, "tools/call", { name: "search_tools", arguments: { query: "read the whole graph" } }));
      await command.saw(/mcp__memory__read_graph/);
      command.write(request(3, "tools/call", { name: "mcp__memory__read_graph", arguments: {} }));
      await command.saw(/"id":3/);
      command.signal("SIGTERM");
      expect((await command.ended).exitCode).toBe(0);
    }
    const { tools } = JSON.parse(readFileSync(history, "utf8"));
    expect(tools).toMatchObject([{ name: "mcp__memory__read_graph", calls: expect.closeTo(2, 2) }]);

    files.write("history.json", "{}");
    const { exitCode, stderr } = await runToolcrib(["mcp", "--config", config, "--history", history], run);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("is not a history of calls")]);
  });

  it("exits when the client closes its end, and logs JSON lines with --json", async () => {
    const { exitCode, stderr } = await runToolcrib(["mcp", "--config", config, "--json"], {
      ...run,
      input: initialize,
    });

    expect(exitCode).toBe(0);
    for (const line of stderr.trim().split("\n")) {
      expect(JSON.parse(line)).toHaveProperty("event");
    }
  });

  it("ignores itself in a client's config, so that it never starts itself", async () => {
    const own = files.write("own.json", '{"mcpServers":{"toolcrib":{"command":"npx","args":["-y","toolcrib","mcp"]}}}');

    const { exitCode, stderr } = await runToolcrib(["mcp", "--config", own], run);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("No config with MCP servers was found");
  });

  it.each([
    ["--ranker", ["--ranker", "bm25"], {}, false],
    ["settings.ranker of toolcrib.json", [], { ranker: "bm25" }, false],
    ["--ranker before toolcrib.json", ["--ranker", "keyword"], { ranker: "bm25" }, true],
  ])("ranks by %s", async (_where, flags, settings, isFound) => {
    const mcpServers = { memory: memoryServer(`${files.folder}/m.jsonl`) };
    const own = files.write("toolcrib-ranker.json", JSON.stringify({ mcpServers, settings }));
    const command = startToolcrib(["mcp", "--config", own, "--eager", ...flags], run);
    await command.saw(/memory: ready/);
    command.write(initialize + initialized);
    // A piece of a word: `keyword` finds it, `bm25` does not.
    command.write(request(2, "tools/call", { name: "search_tools", arguments: { query: "raph" } }));
    const [answer] = await command.saw(/.*"id":2.*/);
    command.signal("SIGTERM");
    await command.ended;

    expect(answer?.includes("No tool matches.")).toBe(!isFound);
  });

  it("refuses an unknown ranker", async () => {
    const { exitCode, stderr } = await runToolcrib(["mcp", "--config", config, "--ranker", "bm52"], run);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("hybrid, bm25, keyword, regex, semantic");
  });

  it("E14: serves skills of a folder, also without any MCP server", async () => {
    files.write("skills/invoice/SKILL.md", "---\nname: invoice\ndescription: How to write an invoice.\n---\nStep one.");
    const empty = files.write("empty.json", '{"mcpServers":{}}');
    const command = startToolcrib(["mcp", "--config", empty, "--skills", `${files.folder}/skills`], run);
    command.write(initialize + initialized);
    await command.saw(/discover_skills finds more/);
    command.write(request(2, "tools/call", { name: "search_tools", arguments: { query: "write an invoice" } }));
    await command.saw(/- invoice: How to write an invoice/);
    command.write(request(3, "tools/call", { name: "load_skill", arguments: { name: "invoice" } }));
    await command.saw(/Step one\./);
    command.signal("SIGTERM");

    expect((await command.ended).exitCode).toBe(0);
  });

  it("applies the policy of toolcrib.json", async () => {
    const hiding = files.write(
      "toolcrib.json",
      JSON.stringify({
        mcpServers: { memory: memoryServer(`${files.folder}/m.jsonl`) },
        settings: { policy: [{ action: "pin", name: "*read_graph" }] },
      }),
    );
    const command = startToolcrib(["mcp", "--config", hiding, "--eager"], run);
    await command.saw(/memory: ready/);
    command.write(initialize + initialized + request(2, "tools/list"));
    const [listed] = await command.saw(/.*"id":2.*/);
    command.signal("SIGTERM");
    await command.ended;

    expect(listed).toContain('"mcp__memory__read_graph"');
    expect(listed).not.toContain('"mcp__memory__delete_entities"');
  });
});
