import type { AddCommand } from "../../command-line/command-context.ts";
import { createPinsOption, createServersOption, createWaitOption } from "../../command-line/config-options.ts";
import { createJsonOption } from "../../command-line/options.ts";
import type { ApproveOptions } from "./run-approve.ts";

const help = `
A server can turn bad after it was allowed: what it says is part of the prompt. A pin file holds
the hashes of the tools, prompts, resource templates and instructions that you approved, and with
--pins anything else is held back. Without names it lists what is held back; keep the file under
version control.

Examples:
  toolcrib approve --pins toolcrib.pins.json --config toolcrib.json
  toolcrib approve mcp__github__create_issue --pins toolcrib.pins.json --config toolcrib.json
  toolcrib approve instructions:github --pins toolcrib.pins.json --config toolcrib.json
  toolcrib approve --all --pins toolcrib.pins.json --config toolcrib.json

Exit status:
  0  nothing is held back any more    1  something is held back    2  an option or a file is wrong`;

/** `toolcrib approve`: shows what servers changed, and approves it. */
export const addApproveCommand: AddCommand = (program, context) => {
  program
    .command("approve")
    .description("show tools and texts of servers that are held back because they changed, and approve them")
    .argument("[names...]", "the names of what to approve, as they are shown")
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
