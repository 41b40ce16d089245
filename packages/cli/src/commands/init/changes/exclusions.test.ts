import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createMachines, type Machine } from "../../../testing/create-machines.ts";

const createMachine = createMachines("init");

const secret = '{"mcpServers":{"github":{"command":"x","env":{"GITHUB_TOKEN":"ghp_literal"}}}}';
const plain = `{"mcpServers":{"github":{"command":"x","env":{"GITHUB_TOKEN":"\${GITHUB_TOKEN}"}}}}`;
const cursor = "project/.cursor/mcp.json";

function git({ root }: Machine, folder: string, ...words: readonly string[]): string {
  const person = ["-c", "user.name=a", "-c", "user.email=a@b.test", "-c", "protocol.file.allow=always"];
  return execFileSync("git", [...person, ...words], {
    cwd: join(root, folder),
    env: { PATH: process.env["PATH"], HOME: join(root, "home"), GIT_CONFIG_NOSYSTEM: "1" },
    encoding: "utf8",
    stdio: "pipe",
  });
}

/** What `git add .` would take that no commit has. */
function untracked(machine: Machine, folder = "project"): readonly string[] {
  const lines = git(machine, folder, "status", "--porcelain", "--untracked-files=all").split("\n");
  return lines.filter((line) => line.startsWith("??")).map((line) => line.slice(3));
}

function createRepository(configs: Readonly<Record<string, string>>, folder = "project"): Machine {
  const machine = createMachine(configs);
  git(machine, folder, "init", "--quiet");
  return machine;
}

const exclude = "project/.git/info/exclude";

describe("toolcrib init in a git repository", () => {
  it("keeps files with secrets out of commits, says so before, and takes its lines out with --undo", async () => {
    const machine = createRepository({ [cursor]: secret });
    const before = machine.read(exclude);
    const planned = await machine.run("--dry-run");

    expect(planned.stdout).toContain("holds 1 literal secret: github: env GITHUB_TOKEN");
    expect(planned.stdout).toContain(
      `${join(machine.root, exclude)}: keeps /toolcrib.json, /.cursor/mcp.json.before-toolcrib out of commits`,
    );
    expect(planned.stdout).not.toContain("ghp_literal");
    expect(machine.read(exclude)).toBe(before);

    expect((await machine.run()).exitCode).toBe(0);
    expect(machine.read("project/toolcrib.json")).toContain("ghp_literal");
    expect(machine.exists(`${cursor}.before-toolcrib`)).toBe(true);
    expect(untracked(machine)).toEqual([".cursor/mcp.json"]);

    const undone = await machine.run("--undo");
    expect(undone.stdout).toContain(`removed /toolcrib.json from ${join(machine.root, exclude)}`);
    expect(machine.read(exclude)).toBe(before);
    expect(machine.read(cursor)).toBe(secret);
  });

  it("leaves toolcrib.json to commits if it holds no secret", async () => {
    const machine = createRepository({ [cursor]: plain });
    const { stdout } = await machine.run();

    expect(stdout).not.toContain("literal secret");
    expect(untracked(machine)).toEqual([".cursor/mcp.json", "toolcrib.json"]);
  });

  it("adds no line for what is ignored already, and keeps lines that others add", async () => {
    const machine = createRepository({ [cursor]: secret, "project/.gitignore": "*.before-toolcrib\n" });
    writeFileSync(join(machine.root, exclude), "mine");
    await machine.run();

    expect(machine.read(exclude)).toBe("mine\n/toolcrib.json");
    appendFileSync(join(machine.root, exclude), "\nlate\n");
    await machine.run("--undo");
    expect(machine.read(exclude)).toBe("mine\nlate\n");
  });

  it("keeps a line as long as a change needs it that is not undone", async () => {
    const machine = createRepository({ [cursor]: secret });
    await machine.run();
    writeFileSync(join(machine.root, "project/.mcp.json"), secret.replace("ghp_literal", "ghp_other"));
    await machine.run();
    writeFileSync(join(machine.root, "project/toolcrib.json"), "{ changed");

    expect((await machine.run("--undo")).exitCode).toBe(1);
    expect(machine.read(exclude)).toContain("/toolcrib.json\n");
    expect(untracked(machine)).not.toContain("toolcrib.json");
    expect((await machine.run("--undo", "--force")).exitCode).toBe(0);
    expect(machine.read(exclude)).not.toContain("toolcrib");
  });

  it("handles worktrees, submodules and names with characters of patterns", async () => {
    const machine = createMachine({ "home/library/a.txt": "a", "home/main/a.txt": "a" });
    for (const folder of ["home/library", "home/main"]) {
      git(machine, folder, "init", "--quiet");
      git(machine, folder, "add", ".");
      git(machine, folder, "commit", "--quiet", "-m", "a");
    }
    git(machine, "home/main", "worktree", "add", "--quiet", join(machine.root, "project", "tree"));
    git(machine, "home/main", "submodule", "--quiet", "add", join(machine.root, "home/library"), "sub");
    const odd = "home/main/od[d] *";
    for (const folder of ["project/tree", "home/main/sub", odd]) {
      mkdirSync(join(machine.root, folder), { recursive: true });
      writeFileSync(join(machine.root, folder, ".mcp.json"), secret);
      const { stdout } = await machine.runIn(folder);

      expect(stdout, folder).toContain("Done.");
      expect(untracked(machine, folder), folder).not.toContainEqual(expect.stringContaining("toolcrib"));
      expect(git(machine, folder, "check-ignore", "toolcrib.json"), folder).toContain("toolcrib.json");
    }
    await machine.run("--undo");
    expect(readFileSync(join(machine.root, "home/main/.git/info/exclude"), "utf8")).not.toContain("toolcrib");
  });

  it.each([
    ["git tracks it", (machine: Machine) => git(machine, "project", "add", "-f", "toolcrib.json")],
    [
      ".gitignore includes it again",
      ({ root }: Machine) => writeFileSync(join(root, "project/.gitignore"), "*\n!toolcrib.json\n"),
    ],
  ])("leaves a server with a secret where it is if toolcrib.json would be committed: %s", async (_why, expose) => {
    const both = secret.replace('{"github"', '{"files":{"command":"f"},"github"');
    const machine = createRepository({ [cursor]: both, "project/toolcrib.json": "{}\n" });
    expose(machine);
    const { stdout } = await machine.run();

    expect(stdout).toContain("moved: files");
    expect(stdout).toMatch(/stays: github: it holds a secret \(env GITHUB_TOKEN\), and /);
    expect(machine.read("project/toolcrib.json")).not.toContain("ghp_literal");
    expect(machine.read(cursor)).toContain("ghp_literal");
  });

  it("says why nothing is moved if every server stays", async () => {
    const machine = createRepository({ [cursor]: secret, "project/toolcrib.json": "{}\n" });
    git(machine, "project", "add", "toolcrib.json");
    const { stdout, exitCode } = await machine.run();

    expect(exitCode).toBe(1);
    expect(stdout).toContain("stays: github: it holds a secret");
    expect(stdout).toContain("No server can be moved.");
    expect(machine.read(cursor)).toBe(secret);
  });

  it("excludes its own record too if the home is a repository", async () => {
    const machine = createRepository({ "home/.cursor/mcp.json": secret }, "home");
    await machine.run();

    expect(untracked(machine, "home")).toEqual([".cursor/mcp.json"]);
    await machine.run("--undo");
    expect(untracked(machine, "home")).toEqual([".cursor/mcp.json"]);
    expect(machine.read("home/.git/info/exclude")).not.toContain("toolcrib");
  });

  it("warns if git does not answer", async () => {
    const machine = createMachine({ [cursor]: secret, "project/.git": "gitdir: nowhere\n" });
    const { stderr, exitCode } = await machine.run();

    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/toolcrib\.json holds secrets and is in a git repository \(.+\): add it to \.gitignore\./);
  });

  it("excludes the copy of a provider's config as well", async () => {
    const machine = createRepository({ "project/opencode.json": "{}\n" });
    await machine.run("opencode", "--model", "q", "--scope", "project");

    expect(untracked(machine)).toEqual(["opencode.json"]);
    await machine.run("opencode", "--undo");
    expect(machine.read(exclude)).not.toContain("opencode");
  });

  it("changes nothing of git if the config cannot be written", async () => {
    const machine = createRepository({ [cursor]: secret });
    const before = machine.read(exclude);
    mkdirSync(join(machine.root, `project/toolcrib.json.${process.pid}.tmp`));

    expect((await machine.run()).exitCode).toBe(2);
    expect(machine.read(exclude)).toBe(before);
  });
});
