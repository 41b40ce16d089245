import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codex, codexPath } from "../../../testing/codex-config.ts";
import { createMachines } from "../../../testing/create-machines.ts";

const createMachine = createMachines("init");

const opencodePath = "home/.config/opencode/opencode.json";

describe("the clients of toolcrib init", () => {
  it("changes nothing with --dry-run, and says what it would do as JSON", async () => {
    const machine = createMachine({ [codexPath]: codex });

    const { stdout } = await machine.run("codex", "--model", "m", "--dry-run", "--json");

    expect(JSON.parse(stdout)).toEqual({
      isDone: false,
      client: "codex",
      files: [{ path: join(machine.root, codexPath), summary: expect.arrayContaining(['model: "gpt-5.5" → "m"']) }],
    });
    expect(machine.read(codexPath)).toBe(codex);
    expect(machine.exists("home/.share")).toBe(false);
  });

  it("undoes one client and leaves the others, until --undo without a client", async () => {
    const servers = '{"mcpServers":{"a":{"command":"a"}}}';
    const machine = createMachine({ [codexPath]: codex, "project/.mcp.json": servers });
    await machine.run();
    await machine.run("codex", "--model", "m");
    await machine.run("opencode", "--model", "m");

    await machine.run("codex", "--undo");
    expect(machine.read(codexPath)).toBe(codex);
    expect(machine.exists(opencodePath)).toBe(true);
    expect(machine.read("project/.mcp.json")).not.toBe(servers);
    await machine.run("--undo");

    expect(machine.exists(opencodePath)).toBe(false);
    expect(machine.read("project/.mcp.json")).toBe(servers);
  });

  it("leaves the config unchanged if it cannot be written", async () => {
    const machine = createMachine({ [codexPath]: codex });
    mkdirSync(join(machine.root, `${codexPath}.${process.pid}.tmp`));

    expect((await machine.run("codex", "--model", "m")).exitCode).toBe(2);
    expect(machine.read(codexPath)).toBe(codex);
  });

  it.each([
    [["codex"], "codex needs a model"],
    [["--model", "m"], "need a client: codex or opencode"],
    [["emacs", "--model", "m"], 'Expected codex or opencode, got "emacs"'],
    [["cursor"], "use --client cursor"],
    [["codex", "--model", "m", "--client", "cursor"], "for MCP servers"],
    [["codex", "--model", "m", "--scope", "project"], "the user's config only"],
    [["opencode", "--model", "m", "--own-search"], "--own-search is for codex"],
    [["codex", "--model", "a b"], "a name without spaces"],
    [["codex", "--model", "m", "--key-env", "sk-123"], "not the key itself"],
  ])("rejects %j", async (options, message) => {
    const machine = createMachine({});

    expect(await machine.run(...options)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
    expect(machine.exists(codexPath)).toBe(false);
  });
});
