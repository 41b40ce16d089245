import { InvalidArgumentError, Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { createJsonOption } from "../../command-line/options.ts";
import type { InitOptions } from "./run-init.ts";

const clients = ["claude-code", "claude-desktop", "cursor", "vscode", "windsurf"];

const help = `
Moves the servers in your clients' configs into toolcrib.json (for a project: next to the config;
otherwise in your settings folder) and replaces them with one entry that runs "toolcrib mcp".
Other comments stay, variables are not expanded, and a copy of each file is kept next to it.
Without a terminal it does not ask. ~/.claude.json is changed only with --client claude-code.

Examples:
  toolcrib init --dry-run
  toolcrib init --client cursor --client vscode
  toolcrib init --undo

Exit status:
  0  done
  1  nothing found, or --undo skipped a file that changed since
  2  invalid option or file`;

/** `toolcrib init`: puts one entry in the place of all MCP servers of the clients. */
export const addInitCommand: AddCommand = (program, context) => {
  program
    .command("init")
    .description("replace your clients' MCP servers with one entry; --undo restores them")
    .option("--client <name>", `only this client, may be repeated: ${clients.join(", ")}`, collectClients)
    .addOption(
      new Option("--scope <scope>", "only configs of this folder, or only those of your user").choices([
        "project",
        "user",
      ]),
    )
    .option("--command <command>", "how clients start toolcrib; default: npx, or this checkout")
    .option("--dry-run", "show what would change, and change nothing")
    .option("--undo", "restore the changed files, byte for byte")
    .option("--force", "with --undo: also restore files that changed since")
    .option("--yes", "do not ask for confirmation")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (options: InitOptions) => {
      if (options.undo) {
        const { undoInit } = await import("./undo-init.ts");
        context.exitWith(await undoInit(options, context.output));
      } else {
        const { runInit } = await import("./run-init.ts");
        context.exitWith(await runInit(options, context.output));
      }
    });
};

function collectClients(value: string, previous: readonly string[] = []): readonly string[] {
  if (!clients.includes(value)) {
    throw new InvalidArgumentError(`Expected one of ${clients.join(", ")}, got "${value}".`);
  }
  return [...previous, value];
}
