import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();

async function scriptFor(shell: string): Promise<string> {
  const { stdout, exitCode } = await runInProcess(["completion", shell], {});
  expect(exitCode).toBe(0);
  return files.write(`toolcrib.${shell}`, stdout);
}

function hasShell(shell: string): boolean {
  return spawnSync(shell, ["--version"]).status === 0;
}

/** What bash offers for the last of these words. */
function completeInBash(script: string, words: readonly string[]): string[] {
  const list = words.map((word) => `'${word}'`).join(" ");
  const program = `source '${script}'; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _toolcrib; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync("bash", ["--norc", "-c", program], { cwd: files.folder, encoding: "utf8" });
  return output.split("\n").filter((line) => line !== "");
}

describe("toolcrib completion bash", () => {
  it.each([
    [
      ["toolcrib", "se"],
      ["serve", "search", "secrets"],
    ],
    [["toolcrib", "serve", "--upstream-d"], ["--upstream-dialect"]],
    [
      ["toolcrib", "serve", "--inject", ""],
      ["off", "auto", "always"],
    ],
    [["toolcrib", "search", "--ranker", "h"], ["hybrid"]],
    [["toolcrib", "init", "co"], ["codex"]],
    [["toolcrib", "serve", "--port", ""], []],
    [["toolcrib", "help", "sta"], ["status"]],
    [["toolcrib", "completion", ""], expect.arrayContaining(["bash", "zsh", "fish"])],
  ])("completes %j", async (words, expected) => {
    expect(completeInBash(await scriptFor("bash"), words)).toEqual(expected);
  });

  it("completes files behind options that take one", async () => {
    files.write("my-config.json", "{}");

    expect(completeInBash(await scriptFor("bash"), ["toolcrib", "mcp", "--config", "my-"])).toEqual(["my-config.json"]);
  });
});

describe.runIf(hasShell("zsh"))("toolcrib completion zsh", () => {
  it("is a script that zsh loads", async () => {
    const script = await scriptFor("zsh");
    const program = `autoload -Uz compinit; compinit -D -u; source '${script}'; print -r -- "$_comps[toolcrib]"`;

    expect(execFileSync("zsh", ["-f", "-c", program], { encoding: "utf8" })).toBe("_toolcrib\n");
  });
});

describe.runIf(hasShell("fish"))("toolcrib completion fish", () => {
  it.each([
    ["toolcrib se", ["search", "secrets", "serve"]],
    ["toolcrib serve --inject ", ["always", "auto", "off"]],
  ])("completes %j", async (line, expected) => {
    const script = await scriptFor("fish");
    const program = `source '${script}'; complete -C '${line}'`;
    const output = execFileSync("fish", ["--no-config", "-c", program], { cwd: files.folder, encoding: "utf8" });

    const offered = output.split("\n").map((offer) => offer.split("\t")[0]);
    expect(offered.filter((offer) => offer !== "").toSorted()).toEqual(expected);
  });
});

it("refuses an unknown shell", async () => {
  const { exitCode, stderr } = await runInProcess(["completion", "tcsh"], {});

  expect(exitCode).toBe(2);
  expect(stderr).toContain("bash, zsh, fish");
});
