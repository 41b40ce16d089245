import type { AddCommand } from "../../program/command-context.ts";
import { createJsonOption } from "../../program/options.ts";
import { type DemoOptions, runDemo } from "./run-demo.ts";

const help = `
Needs no key, no settings and no network. On a terminal you can ask your own questions afterwards.

Examples:
  toolcrib demo
  toolcrib demo --json`;

/** `toolcrib demo`: ten searches over a sample catalogue. */
export const addDemoCommand: AddCommand = (program, context) => {
  program
    .command("demo")
    .description("search a sample catalogue: ten queries that show what search can do")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (options: DemoOptions) => {
      await runDemo(options, context.output);
    });
};
