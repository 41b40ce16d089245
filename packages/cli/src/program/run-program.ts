import { Redactor } from "@toolcrib/core/redaction";
import { errorMessage, isToolcribError } from "@toolcrib/shared/errors";
import { type Command, CommanderError } from "commander";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import { CommandError } from "../errors/command-error.ts";
import type { Output } from "../output/console-output.ts";
import { plainText } from "../output/plain-text.ts";
import { createProgram, helpHint } from "./create-program.ts";

/** Runs one command line and tells how it ended. Never throws. */
export async function runProgram(commandLineArguments: readonly string[], output: Output): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.success;
  const program = createProgram({
    output,
    exitWith: (code) => {
      exitCode = code;
    },
  });
  try {
    const named = findCommandName(commandLineArguments);
    // For a misspelt name, Commander would answer `help` and `--help` with the general help.
    const isUnknown = named !== undefined && !isCommand(program, named);
    await program.parseAsync(isUnknown ? [named] : commandLineArguments, { from: "user" });
    return exitCode;
  } catch (error) {
    const exitCode = reportError(error, output);
    if (exitCode !== exitCodes.success && wantsJson(commandLineArguments)) {
      const named = findCommandName(commandLineArguments);
      const hint = helpHint(named !== undefined && isCommand(program, named) ? named : undefined);
      const line = JSON.stringify({ error: errorObject(error, hint) });
      // Standard output of `mcp` belongs to the protocol.
      if (commandLineArguments[0] === "mcp") output.note(line);
      else output.print(line);
    }
    return exitCode;
  }
}

/** The command that a command line names: `serve` in `serve --port 0` and in `help serve`. */
function findCommandName([first, second]: readonly string[]): string | undefined {
  const name = first === "help" ? second : first;
  return name === undefined || name.startsWith("-") ? undefined : name;
}

function isCommand(program: Command, name: string): boolean {
  return name === "help" || program.commands.some((command) => command.name() === name);
}

function wantsJson(commandLineArguments: readonly string[]): boolean {
  const end = commandLineArguments.indexOf("--");
  return (end < 0 ? commandLineArguments : commandLineArguments.slice(0, end)).includes("--json");
}

/** An error for a program that reads the result. */
function errorObject(error: unknown, hint: string): object {
  if (error instanceof CommandError || isToolcribError(error)) {
    return { code: error.code, message: error.summary, remedy: error.remedy };
  }
  const message = new Redactor().text(errorMessage(error));
  return error instanceof CommanderError
    ? { code: "invalid_option", message: message.replace(/^error: /, ""), remedy: hint }
    : { code: "internal_error", message, remedy: "Please report it." };
}

function reportError(error: unknown, output: Output): ExitCode {
  // Commander has printed the message, the help or the version already.
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.success : exitCodes.mistake;
  }
  if (error instanceof CommandError || isToolcribError(error)) {
    output.note(`${output.noteStyle.bad("error:")} ${plainText(error.summary)}`);
    output.note(error.remedy);
    return exitCodes.mistake;
  }
  output.note(`${output.noteStyle.bad("fault:")} internal error; please report it with the lines below.`);
  output.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCodes.fault;
}
