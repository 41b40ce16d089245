import { Redactor } from "@toolcrib/core/redaction";
import { vi } from "vitest";
import type { Output } from "../output/console-output.ts";
import { createStyle } from "../output/style.ts";
import { runProgram } from "../program/run-program.ts";
import type { CommandRun, RunOptions } from "./run-toolcrib.ts";

/** Runs a command line inside the process of the tests: for many short runs of a command that starts nothing. One at a time. */
export async function runInProcess(
  commandLineArguments: readonly string[],
  { environment = {}, folder = process.cwd() }: Omit<RunOptions, "input">,
): Promise<CommandRun> {
  const before = { environment: { ...process.env }, folder: process.cwd() };
  const written = { stdout: "", stderr: "" };
  setVariables(environment);
  process.chdir(folder);
  // Commander writes its own complaints to the process.
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.stderr += String(text);
    return true;
  });
  try {
    const exitCode = await runProgram(commandLineArguments, createOutput(written));
    return { exitCode, ...written };
  } finally {
    spy.mockRestore();
    process.chdir(before.folder);
    setVariables(Object.fromEntries(Object.keys(environment).map((name) => [name, before.environment[name]])));
  }
}

function setVariables(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** An output that collects what is written. */
export function createOutput(written: { stdout: string; stderr: string }): Output {
  const style = createStyle(false);
  const redactor = new Redactor();
  const note = (line: string): void => {
    written.stderr += `${redactor.text(line)}\n`;
  };
  return {
    style,
    noteStyle: style,
    isInteractive: false,
    showsProgress: false,
    print: (line = "") => {
      written.stdout += `${redactor.text(line)}\n`;
    },
    note,
    warn: note,
    hide: (secrets) => redactor.learn(secrets),
    redraw: () => {},
  };
}
