import { InvalidArgumentError, Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { createJsonOption } from "../../command-line/options.ts";
import type { InitOptions } from "./run-init.ts";

const clients = ["claude-code", "claude-desktop", "cursor", "vscode", "windsurf"];

const help = `
The servers of your clients' configs move into toolcrib.json (for a project: beside them; else
in your own folder of settings), and one entry that runs "toolcrib mcp" takes their place.
Other comments stay, variables are not expanded, and a copy of each file is kept beside it. Off a
terminal nothing is asked. ~/.claude.json is changed only with --client claude-code.

Examples:
  toolcrib init --dry-run
  toolcrib init --client cursor --client vscode
  toolcrib init --undo

Exit status:
  0  done
  1  nothing was found, or --undo left a file alone that was changed since
  2  an option or a file is wrong`;

/** `toolcrib init`: puts one entry in the place of all MCP servers of the clients. */
export const addInitCommand: AddCommand = (program, context) => {
  program
    .command("init")
    .description("put your clients' MCP servers behind one entry; --undo puts them back")
    .option("--client <name>", `only this client, may be repeated: ${clients.join(", ")}`, collectClients)
    .addOption(
      new Option("--scope <scope>", "only configs of this folder, or only your own").choices(["project", "user"]),
    )
    .option("--command <command>", "how clients start toolcrib; default: npx, or this checkout")
    .option("--dry-run", "only say what would be done")
    .option("--undo", "put back, byte for byte, what was changed")
    .option("--force", "with --undo: also files that were changed since")
    .option("--yes", "do not ask, on a terminal either")
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
