import type { AddCommand } from "../../program/command-context.ts";
import { createPinsOption, createServersOption, createWaitOption } from "../../program/config-options.ts";
import { createJsonOption } from "../../program/options.ts";
import type { ApproveOptions } from "./run-approve.ts";

const help = `
A tool can turn bad after it was allowed: its description is part of the prompt. A pin file
holds the hashes of the definitions that you approved, and with --pins a tool with another
definition is held back. Without names it lists what is held back; keep the file under version
control.

Examples:
  toolcrib approve --pins toolcrib.pins.json --config toolcrib.json
  toolcrib approve mcp__github__create_issue --pins toolcrib.pins.json --config toolcrib.json
  toolcrib approve --all --pins toolcrib.pins.json --config toolcrib.json

Exit status:
  0  nothing is held back any more    1  tools are held back    2  an option or a file is wrong`;

/** `toolcrib approve`: shows tools whose definition changed, and approves them. */
export const addApproveCommand: AddCommand = (program, context) => {
  program
    .command("approve")
    .description("show tools that are held back because their definition changed, and approve them")
    .argument("[tools...]", "the names of tools to approve")
    .addOption(createPinsOption().makeOptionMandatory())
    .addOption(createServersOption())
    .addOption(createWaitOption())
    .option("--all", "approve all that are held back")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (names: string[], options: ApproveOptions) => {
      const { runApprove } = await import("./run-approve.ts");
      context.exitWith(await runApprove(names, options, context.output));
    });
};
