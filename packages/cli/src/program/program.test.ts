import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { binFile, runToolcrib } from "../testing/run-toolcrib.ts";

const commands = [
  "demo",
  "serve",
  "status",
  "stop",
  "mcp",
  "init",
  "links",
  "doctor",
  "inspect",
  "search",
  "eval",
  "learning",
  "login",
  "approve",
  "key",
  "keys",
  "access",
  "completion",
];
const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

describe("toolcrib", () => {
  it("prints its version", async () => {
    expect(await runToolcrib(["--version"])).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  it.each([["--help"], ["help"]])("prints its commands, examples and exit codes for %s", async (option) => {
    const { stdout, exitCode } = await runToolcrib([option]);

    expect(exitCode).toBe(0);
    for (const part of [...commands, "Examples:", "Exit status:", "NO_COLOR"]) {
      expect(stdout).toContain(part);
    }
  });

  it.each(commands)("explains %s with examples and --json, within 100 columns", async (command) => {
    const { stdout, exitCode } = await runToolcrib([command, "--help"]);

    expect(exitCode).toBe(0);
    expect(stdout).toContain(`toolcrib ${command}`);
    expect(stdout).toContain("Examples:");
    expect(stdout).toContain("--json");
    expect(stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  it("exits with 2 and prints the help to standard error without a command", async () => {
    const { stdout, stderr, exitCode } = await runToolcrib([]);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("Usage: toolcrib");
  });

  it("suggests the nearest command", async () => {
    const { stderr, exitCode } = await runToolcrib(["serach"]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("Did you mean search?");
  });

  it.each([
    ["help", "serach"],
    ["serach", "--help"],
  ])("rejects a misspelt name in %s %s too", async (...words) => {
    const { stdout, stderr, exitCode } = await runToolcrib(words);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("Did you mean search?");
  });

  it("names the help that explains an invalid command line, in text and in JSON", async () => {
    const known = await runToolcrib(["serve", "--prot", "1", "--json"]);
    const unknown = await runToolcrib(["serach", "--json"]);

    expect(known.stderr).toContain('Run "toolcrib serve --help" to see its options.');
    expect(JSON.parse(known.stdout)).toMatchObject({
      error: { remedy: 'Run "toolcrib serve --help" to see its options.' },
    });
    expect(unknown.stderr).toContain('Run "toolcrib --help" to see the commands.');
    expect(JSON.parse(unknown.stdout)).toMatchObject({
      error: { remedy: 'Run "toolcrib --help" to see the commands.' },
    });
  });

  it("exits quietly when the reader of its output closes", async () => {
    const child = spawn(process.execPath, [binFile, "demo"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    const exitCode = await new Promise((resolve) => {
      child.on("close", resolve);
    });

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });
});
