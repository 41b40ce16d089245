import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandContext } from "../src/command-line/command-context.ts";
import { createProgram } from "../src/program/create-program.ts";
import { createMachines, type Machine } from "../src/testing/create-machines.ts";
import { createOutput } from "../src/testing/run-in-process.ts";
import type { CommandRun } from "../src/testing/run-toolcrib.ts";

const createInit = createMachines("init");
const createMigrate = createMachines("migrate");

const configs = {
  "home/.cursor/mcp.json": '{"mcpServers":{"a":{"command":"x","env":{"GITHUB_TOKEN":"ghp_literal"}}}}',
  "home/.claude.json": '{"mcpServers":{"s":{"command":"s"}}}',
  "home/.codex/config.toml": 'model = "gpt-5.5"\n',
  "home/.config/opencode/opencode.json": "{}\n",
  "project/.mcp.json": '{"mcpServers":{"c":{"command":"y"}}}',
  "project/opencode.json": "{}\n",
};

/** What init can be asked for, each with the flags of the others. */
const initRequests: readonly (readonly string[])[] = [
  [],
  ["--client", "cursor", "--scope", "user", "--command", "npx -y toolcrib"],
  ["--scope", "project"],
  ["codex", "--model", "q", "--url", "http://127.0.0.1:9", "--key-env", "KEY"],
  ["codex", "--model", "q", "--own-search"],
  ["opencode", "--model", "q", "--scope", "project"],
];
const initFlags = ["--undo", "--force", "--yes", "--json"];
const initCombinations = initRequests.flatMap((request) => subsets(initFlags).map((flags) => [...request, ...flags]));

const migrateCombinations = [
  [],
  ["--json"],
  ["--store", "memory"],
  ["--store", "new-folder"],
  ["--store", "folder", "--json"],
  ["--config", "own.json"],
];

function subsets(flags: readonly string[]): readonly (readonly string[])[] {
  const [first, ...rest] = flags;
  return first === undefined ? [[]] : subsets(rest).flatMap((others) => [others, [first, ...others]]);
}

/** Every file, folder and link below a folder, with its mode and a checksum. */
function checksums(folder: string, path = ""): Readonly<Record<string, string>> {
  const stats = lstatSync(join(folder, path));
  const about = `${stats.mode.toString(8)} `;
  if (stats.isSymbolicLink()) return { [path]: about + readlinkSync(join(folder, path)) };
  if (!stats.isDirectory()) {
    const content = readFileSync(join(folder, path));
    return { [path]: about + createHash("sha256").update(content).digest("hex") };
  }
  const inside = readdirSync(join(folder, path)).map((name) => checksums(folder, join(path, name)));
  return Object.assign({ [path]: about }, ...inside) as Record<string, string>;
}

/** Runs each combination, and gives what was printed by its options. */
async function expectNoChange(
  machine: Machine,
  combinations: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, CommandRun>> {
  const before = checksums(machine.root);
  const runs = new Map<string, CommandRun>();
  for (const options of combinations) {
    const words = options.join(" ");
    const run = await machine.run("--dry-run", ...options);
    expect(run.stderr, words).not.toContain("    at ");
    expect(checksums(machine.root), words).toEqual(before);
    runs.set(words, run);
  }
  return runs;
}

describe("--dry-run changes nothing", () => {
  it("is tested for every command that has it, with each of its flags", () => {
    const context: CommandContext = { output: createOutput({ stdout: "", stderr: "" }), exitWith: () => {} };
    const { commands } = createProgram(context);
    const flags = commands
      .filter(({ options }) => options.some(({ long }) => long === "--dry-run"))
      .map((command) => [command.name(), new Set(command.options.map(({ long }) => long))] as const);
    const used = (combinations: readonly (readonly string[])[]): ReadonlySet<string> =>
      new Set([...combinations.flat(), "--dry-run"].filter((word) => word.startsWith("--")));

    expect(Object.fromEntries(flags)).toEqual({
      init: used(initCombinations),
      migrate: used(migrateCombinations),
    });
  });

  it("init, before anything was changed, also in a git repository", async () => {
    const machine = createInit(configs);
    execFileSync("git", ["init", "--quiet", join(machine.root, "project")]);

    await expectNoChange(machine, initCombinations);
  });

  it("init, after it changed the configs of clients and providers", async () => {
    await expectNoChange(await createChanged(), initCombinations);
  });

  it("init, if files changed since", async () => {
    const machine = await createChanged();
    appendFileSync(join(machine.root, "home/.codex/config.toml"), "[tui]\n");
    appendFileSync(join(machine.root, "home/.cursor/mcp.json"), "\n\n");
    appendFileSync(join(machine.root, "project/toolcrib.json"), "\n\n");

    await expectNoChange(machine, initCombinations);
  });

  it("init --undo says what it would do, and does just that without --dry-run", async () => {
    const machine = await createChanged();
    const planned = await machine.run("--undo", "--dry-run");
    const asJson = await machine.run("--undo", "--dry-run", "--json");
    const done = await machine.run("--undo");

    expect(planned.exitCode).toBe(0);
    expect(planned.stdout).toContain(`would restore ${join(machine.root, "home/.cursor/mcp.json")}`);
    expect(planned.stdout).toContain("would remove");
    expect(planned.stdout).toContain("Nothing was changed.");
    expect(JSON.parse(asJson.stdout)).toMatchObject({ isDone: false });
    const paths = (text: string, verb: string): readonly string[] =>
      text.split("\n").flatMap((line) => new RegExp(`^(?:would )?${verb}d? ([^,]+)`).exec(line)?.[1] ?? []);
    for (const verb of ["restore", "remove"]) {
      expect(paths(done.stdout, verb).length).toBeGreaterThan(0);
      expect(paths(planned.stdout, verb)).toEqual(paths(done.stdout, verb));
    }
  });

  it("migrate, with a store in memory, in a new folder and in an existing one", async () => {
    const machine = createMigrate({ "project/own.json": '{"store":"other-folder"}' });
    expect((await machine.run("--store", "folder")).exitCode).toBe(0);

    const runs = await expectNoChange(machine, migrateCombinations);

    expect(runs.get("--store new-folder")).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^missing {2}1 {2}/),
    });
    expect(runs.get("--store folder --json")).toMatchObject({ exitCode: 0, stdout: '{"pending":[]}\n' });
  }, 300_000);
});

async function createChanged(): Promise<Machine> {
  const machine = createInit(configs);
  execFileSync("git", ["init", "--quiet", join(machine.root, "project")]);
  for (const options of [["--yes"], ["codex", "--model", "q"], ["opencode", "--model", "q"]]) {
    expect((await machine.run(...options)).exitCode).toBe(0);
  }
  return machine;
}
