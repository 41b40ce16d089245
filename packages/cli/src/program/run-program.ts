import { Redactor } from "@toolcrib/core/redaction";
import { errorMessage, isToolcribError } from "@toolcrib/shared/errors";
import { CommanderError } from "commander";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import { CommandError } from "../errors/command-error.ts";
import type { Output } from "../output/console-output.ts";
import { plainText } from "../output/plain-text.ts";
import { createProgram } from "./create-program.ts";

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
    await program.parseAsync(commandLineArguments, { from: "user" });
    return exitCode;
  } catch (error) {
    const exitCode = reportError(error, output);
    if (exitCode !== exitCodes.success && wantsJson(commandLineArguments)) {
      const line = JSON.stringify({ error: errorObject(error) });
      // Standard output of `mcp` belongs to the protocol.
      if (commandLineArguments[0] === "mcp") output.note(line);
      else output.print(line);
    }
    return exitCode;
  }
}

function wantsJson(commandLineArguments: readonly string[]): boolean {
  const end = commandLineArguments.indexOf("--");
  return (end < 0 ? commandLineArguments : commandLineArguments.slice(0, end)).includes("--json");
}

/** An error for a program that reads the result. */
function errorObject(error: unknown): object {
  if (error instanceof CommandError || isToolcribError(error)) {
    return { code: error.code, message: error.summary, remedy: error.remedy };
  }
  const message = new Redactor().text(errorMessage(error));
  return error instanceof CommanderError
    ? {
        code: "invalid_option",
        message: message.replace(/^error: /, ""),
        remedy: "Run it with --help to see its options.",
      }
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
