import type { AddCommand } from "../../command-line/command-context.ts";
import { createPinsOption, createServersOption, createWaitOption } from "../../command-line/config-options.ts";
import { createJsonOption, createStoreOption } from "../../command-line/options.ts";
import type { ApproveOptions } from "./run-approve.ts";

const help = `
A server that you trusted can change later, and its texts become part of the prompt. A pin file
holds the hashes of the tools, prompts, resource templates and instructions that you approved. With
--pins anything else is held back. Without names it lists what is held back; keep the file under
version control. Replicas share theirs with --pins store, in PostgreSQL. A gateway that runs follows
within a second.

Examples:
  toolcrib approve --pins toolcrib.pins.json --config toolcrib.json
  toolcrib approve mcp__github__create_issue --pins toolcrib.pins.json --config toolcrib.json
  toolcrib approve instructions:github --pins toolcrib.pins.json --config toolcrib.json
  toolcrib approve --all --pins toolcrib.pins.json --config toolcrib.json
  toolcrib approve --all --pins store --config toolcrib.json

Exit status:
  0  nothing is held back    1  something is held back    2  invalid option or file`;

/** `toolcrib approve`: shows what servers changed, and approves it. */
export const addApproveCommand: AddCommand = (program, context) => {
  program
    .command("approve")
    .description("review and approve tools and texts of MCP servers that changed")
    .argument("[names...]", "names of the items to approve, as listed")
    .addOption(createPinsOption('the file with the hashes of what you approved, or "store"').makeOptionMandatory())
    .addOption(createServersOption())
    .addOption(createStoreOption())
    .addOption(createWaitOption())
    .option("--all", "approve everything that is held back")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (names: string[], options: ApproveOptions) => {
      const { runApprove } = await import("./run-approve.ts");
      context.exitWith(await runApprove(names, options, context.output));
    });
};
