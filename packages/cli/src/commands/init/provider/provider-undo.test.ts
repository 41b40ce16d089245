import { lstatSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseJson } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { createMachines, type Machine } from "../../../testing/create-machines.ts";

const createMachine = createMachines("init");

const codexPath = "home/.codex/config.toml";
const opencodePath = "home/.config/opencode/opencode.json";
const codex = '# mine\nmodel = "gpt-5.5" # good\n\n[tui]\ntheme = "x"\n';
const project = '\n[projects."/new"]\ntrust_level = "trusted"\n';

function edit({ root, read }: Machine, path: string, from: string, to: string): void {
  expect(read(path)).toContain(from);
  writeFileSync(join(root, path), read(path).replace(from, to));
}

function append({ root, read }: Machine, path: string, added: string): void {
  writeFileSync(join(root, path), read(path) + added);
}

describe("toolcrib init codex --undo", () => {
  it("keeps a line of ours that the user changed, says which, and puts the others back", async () => {
    const machine = createMachine({ [codexPath]: codex });
    await machine.run("codex", "--model", "q");
    edit(machine, codexPath, 'model = "q"', 'model = "mine"');
    append(machine, codexPath, project);

    const { exitCode, stdout } = await machine.run("codex", "--undo");

    expect(exitCode).toBe(0);
    expect(stdout).toContain("removed our changes");
    expect(stdout).toContain("changed since, so they stay: model\n");
    expect(machine.read(codexPath)).toBe(codex.replace("gpt-5.5", "mine") + project);
    expect(machine.exists(`${codexPath}.before-toolcrib`)).toBe(false);
    expect((await machine.run("codex", "--undo")).stdout).toContain("Nothing to undo");
  });

  it("keeps what was added to a file that it created, and the file for that", async () => {
    const machine = createMachine({});
    await machine.run("codex", "--model", "q");
    edit(machine, codexPath, 'model = "q"', 'model = "mine"');
    append(machine, codexPath, project);

    expect((await machine.run("codex", "--undo")).exitCode).toBe(0);

    expect(machine.read(codexPath)).toBe(`model = "mine"\n${project}`);
  });

  it("keeps our table whole if the user changed or added a line in it", async () => {
    const machine = createMachine({ [codexPath]: codex });
    await machine.run("codex", "--model", "q");
    const table = machine.read(codexPath).split("\n[model_providers")[1];
    append(machine, codexPath, "stream_max_retries = 1\n");

    const { stdout } = await machine.run("codex", "--undo", "--json");

    expect(JSON.parse(stdout)).toMatchObject({
      takenOut: [join(machine.root, codexPath)],
      kept: [{ path: join(machine.root, codexPath), settings: ["model_providers.toolcrib"] }],
    });
    expect(machine.read(codexPath)).toBe(`${codex}\n[model_providers${table}stream_max_retries = 1\n`);
  });

  it("puts a line back over several runs", async () => {
    const machine = createMachine({ [codexPath]: codex });
    await machine.run("codex", "--model", "a");
    await machine.run("codex", "--model", "b", "--url", "http://127.0.0.1:9000");
    edit(machine, codexPath, 'model = "b"', 'model = "mine"');

    const { stdout } = await machine.run("codex", "--undo");

    expect(stdout.match(/they stay: model$/gm)).toHaveLength(1);
    expect(machine.read(codexPath)).toBe(codex.replace("gpt-5.5", "mine"));
  });

  it("keeps a comment in a file that it created", async () => {
    const machine = createMachine({});
    await machine.run("codex", "--model", "q");
    append(machine, codexPath, "# mine\n");

    await machine.run("codex", "--undo");

    expect(machine.read(codexPath)).toBe("# mine\n");
  });

  it.each([
    ["broken TOML", 'model = "q"', "model = "],
    [
      "another form",
      /\n\[model_providers[\s\S]*/,
      '\nmodel_providers.toolcrib = { name = "Toolcrib", base_url = "http://127.0.0.1:8788/v1", wire_api = "responses" }\n',
    ],
  ])("skips a file with %s, until --force", async (_what, from, to) => {
    const before = 'model = "gpt-5.5"\n';
    const machine = createMachine({ [codexPath]: before });
    await machine.run("codex", "--model", "q");
    const changed = machine.read(codexPath).replace(from, to);
    writeFileSync(join(machine.root, codexPath), changed);

    expect(await machine.run("codex", "--undo")).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("it changed since"),
    });
    expect(machine.read(codexPath)).toBe(changed);
    expect((await machine.run("codex", "--undo", "--force")).exitCode).toBe(0);
    expect(machine.read(codexPath)).toBe(before);
  });
});

describe("toolcrib init opencode --undo", () => {
  it("keeps a setting of ours that the user changed, and puts the others back", async () => {
    const machine = createMachine({ [opencodePath]: '{\n  // mine\n  "model": "other/big"\n}\n' });
    await machine.run("opencode", "--model", "q");
    edit(machine, opencodePath, "toolcrib/q", "other/small");

    const { exitCode, stdout } = await machine.run("opencode", "--undo");

    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining("they stay: model\n") });
    expect(machine.read(opencodePath)).toBe('{\n  // mine\n  "model": "other/small"\n}\n');
  });

  it("keeps a provider that was added next to ours in a new file", async () => {
    const machine = createMachine({});
    await machine.run("opencode", "--model", "q");
    edit(machine, opencodePath, '"provider": {', '"provider": {\n    "mine": { "name": "Mine" },');

    expect((await machine.run("opencode", "--undo")).exitCode).toBe(0);

    expect(parseJson(machine.read(opencodePath))).toEqual({ provider: { mine: { name: "Mine" } } });
  });
});

describe("a link to a file that does not exist", () => {
  it.each(["../dotfiles/deep/codex.toml", "second"])("is followed, and stays a link with --undo: %s", async (to) => {
    const machine = createMachine({ "home/.codex/other": "", "home/dotfiles/other": "" });
    const link = join(machine.root, codexPath);
    symlinkSync(to, link);
    symlinkSync("../dotfiles/deep/codex.toml", join(machine.root, "home/.codex/second"));

    expect((await machine.run("codex", "--model", "m")).exitCode).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(machine.read("home/dotfiles/deep/codex.toml")).toContain('model = "m"');
    expect((await machine.run("codex", "--undo")).exitCode).toBe(0);

    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(machine.exists("home/dotfiles/deep/codex.toml")).toBe(false);
  });
});
