import { isToolcribError } from "@toolcrib/shared/errors";
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
    return reportError(error, output);
  }
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
