import type { Command } from "commander";
import type { Output } from "../output/console-output.ts";
import type { ExitCode } from "./exit-codes.ts";

/** What a command gets from the program. */
export interface CommandContext {
  readonly output: Output;
  /** Sets the exit status; without it the command ends with success. */
  exitWith(exitCode: ExitCode): void;
}

/** Adds one command with its options and its help to the program. */
export type AddCommand = (program: Command, context: CommandContext) => void;
