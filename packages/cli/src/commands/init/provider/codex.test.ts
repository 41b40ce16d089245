import { chmodSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseJson } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { codex, codexPath } from "../../../testing/codex-config.ts";
import { createMachines } from "../../../testing/create-machines.ts";

const createMachine = createMachines("init");

describe("toolcrib init codex", () => {
  it("adds the provider and keeps every comment, the order and all other bytes", async () => {
    const machine = createMachine({ [codexPath]: codex });

    const { exitCode, stdout } = await machine.run("codex", "--model", "qwen3:8b");

    expect(exitCode).toBe(0);
    expect(machine.read(codexPath)).toBe(`# my Codex
model = "qwen3:8b"   # the good one
approval_policy = "on-request"
model_provider = "toolcrib"

# servers below
[mcp_servers.desk]
command = "npx"
args = [
  "-y",
  "desk", # ours
]

[projects."/home/me/a b"]
trust_level = "trusted"

[model_providers.toolcrib]
name = "Toolcrib"
base_url = "http://127.0.0.1:8788/v1"
wire_api = "responses"
`);
    expect(stdout).toContain('model: "gpt-5.5" → "qwen3:8b"');
    expect(stdout).toContain('model_provider: "toolcrib" (new)');
    expect(stdout).toContain("[model_providers.toolcrib] (new): http://127.0.0.1:8788/v1");
  });

  it("creates the file and its folder if there are none, and --undo removes the file", async () => {
    const machine = createMachine({});

    await machine.run("codex", "--model", "m", "--url", "https://crib.example/v1/", "--key-env", "TOOLCRIB_KEY");

    expect(parseToml(machine.read(codexPath))).toEqual({
      model: "m",
      model_provider: "toolcrib",
      model_providers: {
        toolcrib: {
          name: "Toolcrib",
          base_url: "https://crib.example/v1",
          wire_api: "responses",
          env_key: "TOOLCRIB_KEY",
        },
      },
    });
    expect((await machine.run("codex", "--undo")).exitCode).toBe(0);
    expect(machine.exists(codexPath)).toBe(false);
  });

  it("warns about a selected profile that overrides what was written, each time", async () => {
    const profiles = 'profile = "work"\n[profiles.work]\nmodel_provider = "openai"\nmodel = "m"\n';
    const machine = createMachine({ [codexPath]: profiles });

    for (const done of ["Done.", "Nothing was changed."]) {
      const { exitCode, stdout, stderr } = await machine.run("codex", "--model", "m");
      expect(exitCode).toBe(0);
      expect(stdout).toContain(done);
      expect(stderr).toContain('The profile "work" is selected and sets model_provider = "openai"');
      expect(stderr).toContain("[profiles.work]");
      expect(stderr).not.toContain("model = ");
    }
  });

  it("does not warn about a profile that is not selected", async () => {
    const machine = createMachine({ [codexPath]: '[profiles.work]\nmodel_provider = "openai"\n' });

    expect((await machine.run("codex", "--model", "m")).stderr).toBe("");
  });

  it("writes to the folder that CODEX_HOME names", async () => {
    const machine = createMachine({}, { CODEX_HOME: "elsewhere" });

    await machine.run("codex", "--model", "m");

    expect(machine.read("elsewhere/config.toml")).toContain('model = "m"');
    expect(machine.exists(codexPath)).toBe(false);
  });

  it.each([
    ["an empty file", ""],
    ["a file of comments", "# nothing yet"],
    ["tables only", "# mine\n[tui]\ntheme = 'x'\n"],
    ["Windows line ends", 'model = "a"\r\n\r\n[tui]\r\nx = 1\r\n'],
    ["another provider", '[model_providers]\n[model_providers.o]\nname = "o"\n'],
    ["a long string that looks like TOML", 'notes = """\n[model_providers.toolcrib]\nmodel = "x"\n"""\n'],
    ["lists over several lines", "a = [\n[1],\n[2],\n]\n[[b]]\nc = 1"],
    ["our provider under quoted keys", "[ \"model_providers\" . toolcrib ] # x\nbase_url = 'old' # y\n# end"],
    ["a key that means something in JavaScript", '__proto__ = "x"\n[constructor]\na = 1\n'],
    ["quotes at the end of a long string", 'a = """x""""" # "\nb = \'\'\'y\'\'\'\'\'\n"c[" = "\\\\" # [\n[d]\n'],
    ["a byte order mark", '\uFEFFmodel = "a"\n'],
  ])("changes %s, and only what it must", async (_what, before) => {
    const machine = createMachine({ [codexPath]: before });

    const { exitCode, stderr } = await machine.run("codex", "--model", "m");

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const after = machine.read(codexPath);
    const old = parseToml(before.replace("\uFEFF", ""));
    expect(parseToml(after.replace("\uFEFF", ""))).toMatchObject({
      ...old,
      model: "m",
      model_provider: "toolcrib",
      model_providers: {
        ...(old["model_providers"] as object),
        toolcrib: { base_url: "http://127.0.0.1:8788/v1", wire_api: "responses" },
      },
    });
    const kept = before.split(/\r?\n/).filter((line) => !/^(\uFEFF?model|base_url) =/.test(line));
    for (const line of kept) expect(after).toContain(line);
    expect(after.includes("\r\n")).toBe(before.includes("\r\n"));
    expect(/[^\r]\n/.test(after)).toBe(!before.includes("\r\n"));
    await machine.run("codex", "--undo");
    expect(machine.read(codexPath)).toBe(before);
  });

  it.each([
    ["broken TOML", 'key = "sk-secret\n', "expected TOML, got a mistake in line 1"],
    ["providers on one line", "model_providers = { a = { name = 'a' } }\n", "on lines of their own"],
    ["a provider that is no table", "[model_providers]\ntoolcrib = 1\n", "expected a table at toolcrib, got a value"],
    ["a model that is no string", "model = 5\n", "on lines of their own"],
    ["bytes that are not UTF-8", Uint8Array.of(0x23, 0xff, 0x0a), "expected UTF-8 text"],
  ])("refuses %s, says why, and changes nothing", async (_what, before, message) => {
    const machine = createMachine({ [codexPath]: before });

    const { exitCode, stderr } = await machine.run("codex", "--model", "m");

    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("sk-secret");
    expect(readFileSync(join(machine.root, codexPath))).toEqual(Buffer.from(before as string));
    expect(machine.exists("home/.share")).toBe(false);
  });

  it("refuses a folder in the file's place", async () => {
    const machine = createMachine({ [`${codexPath}/inside`]: "" });

    expect(await machine.run("codex", "--model", "m")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("config.toml cannot be read"),
    });
  });

  it("changes nothing when it runs again, and only what is different with other options", async () => {
    const machine = createMachine({ [codexPath]: codex });
    await machine.run("codex", "--model", "m");
    const first = machine.read(codexPath);

    const again = await machine.run("codex", "--model", "m");
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("already uses this gateway") });
    expect(machine.read(codexPath)).toBe(first);
    await machine.run("codex", "--model", "m", "--url", "http://127.0.0.1:9000");

    expect(machine.read(codexPath)).toBe(first.replace(":8788/", ":9000/"));
    await machine.run("codex", "--undo");
    expect(machine.read(codexPath)).toBe(codex);
  });

  it("names a file once with --undo, however often it was changed", async () => {
    const machine = createMachine({ [codexPath]: codex });
    await machine.run("codex", "--model", "qwen3:8b");
    await machine.run("codex", "--model", "qwen3:30b");
    const { stdout } = await machine.run("codex", "--undo");

    expect(stdout.match(/restored/g)).toHaveLength(1);
    expect(machine.read(codexPath)).toBe(codex);
  });

  it("takes out its own lines with --undo and keeps what Codex or the user wrote since", async () => {
    const machine = createMachine({ [codexPath]: codex });
    await machine.run("codex", "--model", "m");
    const added = '\n[projects."/new"]\ntrust_level = "trusted"\n';
    writeFileSync(join(machine.root, codexPath), machine.read(codexPath) + added);

    const { exitCode, stdout } = await machine.run("codex", "--undo");

    expect(exitCode).toBe(0);
    expect(stdout).toContain("removed our changes");
    expect(machine.read(codexPath)).toBe(codex + added);
    expect(machine.exists(`${codexPath}.before-toolcrib`)).toBe(false);
  });

  it("takes out its lines even if the backup is gone", async () => {
    const machine = createMachine({ [codexPath]: codex });
    await machine.run("codex", "--model", "m");
    rmSync(join(machine.root, `${codexPath}.before-toolcrib`));

    expect((await machine.run("--undo")).exitCode).toBe(0);
    expect(machine.read(codexPath)).toBe(codex);
  });

  it("writes to the target of a link, and keeps the link", async () => {
    const machine = createMachine({ [codexPath]: codex });
    const link = join(machine.root, codexPath);
    renameSync(link, join(machine.root, "dotfile.toml"));
    symlinkSync(join(machine.root, "dotfile.toml"), link);

    await machine.run("codex", "--model", "m");
    expect(machine.read("dotfile.toml")).toContain("toolcrib");
    await machine.run("codex", "--undo");

    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(machine.read("dotfile.toml")).toBe(codex);
  });

  it("writes a catalogue with --own-search, from the models of the installed Codex", async () => {
    const models = [
      { slug: "lite", supports_search_tool: true, use_responses_lite: true },
      { slug: "code", supports_search_tool: true, tool_mode: "code_mode_only" },
      {
        slug: "big",
        supports_search_tool: true,
        base_instructions: "Code.",
        service_tiers: [1],
        upgrade: { model: "x" },
      },
    ];
    const script = `#!/bin/sh\n[ "$*" = "debug models --bundled" ] && cat <<'END'\n${JSON.stringify({ models })}\nEND\n`;
    const machine = createMachine({ "bin/codex": script });
    chmodSync(join(machine.root, "bin/codex"), 0o755);
    const path = process.env["PATH"];
    process.env["PATH"] = `${join(machine.root, "bin")}:${path}`;
    try {
      await machine.run("codex", "--model", "m", "--own-search");
    } finally {
      process.env["PATH"] = path;
    }

    const file = join(machine.root, "home/.codex/toolcrib-models.json");
    expect(parseToml(machine.read(codexPath))).toHaveProperty("model_catalog_json", file);
    expect((parseJson(readFileSync(file, "utf8")) as { models: unknown[] }).models).toEqual([
      ...models,
      expect.objectContaining({
        slug: "m",
        supports_search_tool: true,
        base_instructions: "Code.",
        service_tiers: [],
        upgrade: null,
      }),
    ]);
    const { stdout } = await machine.run("codex", "--model", "m");
    expect(stdout).toContain(`model_catalog_json: ${JSON.stringify(file)} (removed)`);
    expect(parseToml(machine.read(codexPath))).not.toHaveProperty("model_catalog_json");
    await machine.run("codex", "--undo");
    expect(machine.exists("home/.codex/toolcrib-models.json")).toBe(false);
    expect(machine.exists(codexPath)).toBe(false);
  });

  it("says that Codex is missing if --own-search cannot ask it", async () => {
    const machine = createMachine({}, { PATH: "no-such-folder" });

    expect(await machine.run("codex", "--model", "m", "--own-search")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("expected the command codex on the PATH, got none"),
    });
  });
});
