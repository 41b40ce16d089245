import { cpSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { createMachines } from "../../testing/create-machines.ts";

const createMachine = createMachines("init");

const cursor = `{"mcpServers":{"a":{"command":"x","env":{"KEY":"\${KEY}"}},"b":{"url":"http://h/mcp"}}}`;
const vscode = `{
\t// what we need here
\t"servers": {
\t\t"ask": { "type": "http", "url": "https://x/\${input:token}" },
\t\t"files": { "command": "files", "args": ["\${workspaceFolder}"] },
\t},
\t"inputs": []
}
`;

describe("toolcrib init", () => {
  it("moves the servers of every client behind one entry, without expanding a variable", async () => {
    const machine = createMachine({
      "home/.cursor/mcp.json": cursor,
      "project/.mcp.json": '{"mcpServers":{"c":{"command":"y"}}}',
    });

    const { exitCode } = await machine.run();

    expect(exitCode).toBe(0);
    expect(JSON.parse(machine.read("home/.share/toolcrib/toolcrib.json"))).toEqual(JSON.parse(cursor));
    expect(JSON.parse(machine.read("project/toolcrib.json"))).toEqual({ mcpServers: { c: { command: "y" } } });
    const { mcpServers } = JSON.parse(machine.read("home/.cursor/mcp.json")) as {
      mcpServers: Record<string, { args: string[] }>;
    };
    expect(Object.keys(mcpServers)).toEqual(["toolcrib"]);
    expect(mcpServers["toolcrib"]?.args.slice(-3)).toEqual([
      "mcp",
      "--config",
      join(machine.root, "home/.share/toolcrib/toolcrib.json"),
    ]);
  });

  it("says which server it renames, because another one has its name", async () => {
    const machine = createMachine({
      "project/toolcrib.json": '{"mcpServers":{"a":{"command":"other"}}}',
      "project/.mcp.json": '{"mcpServers":{"a":{"command":"y"},"b":{"command":"z"}}}',
    });

    const { stdout } = await machine.run();

    expect(stdout).toContain("renamed: a → a-claude-code (another server has this name)");
    expect(stdout).not.toContain("renamed: b");
    expect(JSON.parse(machine.read("project/toolcrib.json"))).toMatchObject({
      mcpServers: { a: { command: "other" }, "a-claude-code": { command: "y" }, b: { command: "z" } },
    });
  });

  it("leaves no comma alone on a line behind a trailing comma", async () => {
    const config = `{
  "mcpServers": {
    "a": { "command": "x" }, // first
    "b": { "command": "y" },
  }
}
`;
    const machine = createMachine({ "project/.mcp.json": config });

    await machine.run();

    const text = machine.read("project/.mcp.json");
    expect(text).not.toMatch(/^\s*,\s*$/m);
    expect(Object.keys((parse(text) as { mcpServers: object }).mcpServers)).toEqual(["toolcrib"]);
  });

  it("keeps comments, and leaves a server that only the editor can start", async () => {
    const machine = createMachine({ "project/.vscode/mcp.json": vscode });

    const { stdout } = await machine.run("--command", "npx -y toolcrib");

    const text = machine.read("project/.vscode/mcp.json");
    expect(text).toContain("// what we need here");
    expect(parse(text)).toEqual({
      servers: {
        ask: { type: "http", url: `https://x/\${input:token}` },
        toolcrib: {
          type: "stdio",
          command: "npx",
          args: ["-y", "toolcrib", "mcp", "--config", `\${workspaceFolder}/toolcrib.json`],
        },
      },
      inputs: [],
    });
    expect(stdout).toContain("stays: ask");
  });

  it("restores everything byte for byte with --undo", async () => {
    const machine = createMachine({ "home/.cursor/mcp.json": cursor, "project/.vscode/mcp.json": vscode });
    await machine.run();
    expect(machine.read("home/.cursor/mcp.json")).not.toBe(cursor);

    const { exitCode, stdout } = await machine.run("--undo");

    expect(exitCode).toBe(0);
    expect(machine.read("home/.cursor/mcp.json")).toBe(cursor);
    expect(machine.read("project/.vscode/mcp.json")).toBe(vscode);
    expect(machine.exists("project/toolcrib.json")).toBe(false);
    expect(stdout).toMatch(/restored .*mcp\.json/);
    expect(stdout).toMatch(/removed .*project\/toolcrib\.json, which init had created/);
    expect(machine.exists("home/.cursor/mcp.json.before-toolcrib")).toBe(false);
    expect((await machine.run("--undo")).stdout).toContain("Nothing to undo");
  });

  it("undoes two consecutive runs, and leaves a file alone that was changed since", async () => {
    const machine = createMachine({ "home/.cursor/mcp.json": cursor });
    await machine.run();
    const file = join(machine.root, "home/.cursor/mcp.json");
    const changed = JSON.parse(machine.read("home/.cursor/mcp.json")) as { mcpServers: Record<string, unknown> };
    writeFileSync(file, JSON.stringify({ mcpServers: { ...changed.mcpServers, late: { command: "z" } } }));
    const between = machine.read("home/.cursor/mcp.json");
    await machine.run();
    expect(JSON.parse(machine.read("home/.share/toolcrib/toolcrib.json"))).toHaveProperty("mcpServers.late");

    const undone = await machine.run("--undo");

    expect(undone.exitCode).toBe(1);
    expect(machine.read("home/.cursor/mcp.json")).toBe(between);
    expect((await machine.run("--undo", "--force")).exitCode).toBe(0);
    expect(machine.read("home/.cursor/mcp.json")).toBe(cursor);
  });

  it.each([
    ["its own folder cannot be made", (root: string) => writeFileSync(join(root, "home/.share"), "a file")],
    [
      "the client's config cannot be written",
      (root: string) => mkdirSync(join(root, `home/.cursor/mcp.json.${process.pid}.tmp`)),
    ],
  ])("leaves a client's config unchanged if %s, and reports it without a stack trace", async (_what, spoil) => {
    const { root, run, read } = createMachine({ "home/.cursor/mcp.json": cursor });
    spoil(root);

    const { exitCode, stderr } = await run("--yes");

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^error: .+ cannot be written: .+, got E[A-Z]+\.$/m);
    expect(stderr).not.toContain("    at ");
    expect(read("home/.cursor/mcp.json")).toBe(cursor);
  });

  it("writes to the target of a link, and keeps the link", async () => {
    const { root, run, read } = createMachine({ "home/.cursor/mcp.json": cursor });
    renameSync(join(root, "home/.cursor/mcp.json"), join(root, "home/dotfile.json"));
    symlinkSync(join(root, "home/dotfile.json"), join(root, "home/.cursor/mcp.json"));

    expect((await run("--yes")).exitCode).toBe(0);

    expect(lstatSync(join(root, "home/.cursor/mcp.json")).isSymbolicLink()).toBe(true);
    expect(read("home/dotfile.json")).toContain("toolcrib");
  });

  it("changes nothing with --dry-run, and says what it would do as JSON", async () => {
    const machine = createMachine({ "home/.cursor/mcp.json": cursor });
    cpSync(machine.root, `${machine.root}-before`, { recursive: true });

    const { stdout, exitCode } = await machine.run("--dry-run", "--json");

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      isDone: false,
      plans: [{ clients: [{ client: "cursor", moved: ["a", "b"], kept: [] }] }],
    });
    expect(machine.read("home/.cursor/mcp.json")).toBe(cursor);
    expect(machine.exists("home/.share")).toBe(false);
  });

  it("leaves out what only the client knows, and says so", async () => {
    const machine = createMachine({
      "project/.mcp.json": '{"mcpServers":{"a":{"command":"a","timeout":5,"autoApprove":["x"],"alwaysLoad":true}}}',
    });

    const { stdout } = await machine.run();

    expect(JSON.parse(machine.read("project/toolcrib.json"))).toEqual({
      mcpServers: { a: { command: "a", alwaysLoad: true } },
    });
    expect(stdout).toContain("left out: a: timeout, autoApprove");
  });

  it("does not move a server whose restrictions are mistyped", async () => {
    const machine = createMachine({
      "project/.mcp.json": '{"mcpServers":{"a":{"command":"a","polcy":[{"action":"deny"}]},"b":{"command":"b"}}}',
    });

    const { stdout } = await machine.run();

    expect(JSON.parse(machine.read("project/toolcrib.json"))).toEqual({ mcpServers: { b: { command: "b" } } });
    expect(JSON.parse(machine.read("project/.mcp.json"))).toHaveProperty("mcpServers.a.polcy");
    expect(stdout).toContain('stays: a: it has the unknown key "polcy" where the key policy is expected');
  });

  it("keeps both of two servers that share a name", async () => {
    const machine = createMachine({
      "home/.cursor/mcp.json": '{"mcpServers":{"a":{"command":"one"}}}',
      "home/.codeium/windsurf/mcp_config.json": '{"mcpServers":{"a":{"command":"two"},"b":{"command":"b"}}}',
    });

    await machine.run();

    expect(JSON.parse(machine.read("home/.share/toolcrib/toolcrib.json"))).toEqual({
      mcpServers: { a: { command: "one" }, "a-windsurf": { command: "two" }, b: { command: "b" } },
    });
  });

  it("changes Claude Code's own state only on request, and only the named clients", async () => {
    const state = '{"mcpServers":{"s":{"command":"s"}},"numStartups":7}';
    const machine = createMachine({ "home/.claude.json": state, "home/.cursor/mcp.json": cursor });

    await machine.run("--client", "cursor");
    expect(machine.read("home/.claude.json")).toBe(state);
    await machine.run("--client", "claude-code");

    expect(JSON.parse(machine.read("home/.claude.json"))).toMatchObject({
      numStartups: 7,
      mcpServers: { toolcrib: {} },
    });
  });

  it("exits with 1 if there is nothing to move, and with 2 for invalid JSON or an unknown client", async () => {
    const empty = createMachine({});
    const broken = createMachine({ "home/.cursor/mcp.json": "{ nonsense" });

    expect((await empty.run()).exitCode).toBe(1);
    expect(await broken.run()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("mcp.json") });
    expect((await empty.run("--client", "emacs")).exitCode).toBe(2);
  });
});
