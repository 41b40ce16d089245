import { resolve } from "node:path";
import type { AddCommand } from "../../command-line/command-context.ts";
import { createServersOption } from "../../command-line/config-options.ts";
import { createJsonOption } from "../../command-line/options.ts";
import { ownCommand } from "../../own-package/own-command.ts";
import { installLinks } from "./install-links.ts";

const help = `
Opening a link asks the editor to install "toolcrib mcp" as an MCP server. It then serves the
servers of --config, or else those of your clients' configs. To move the servers of an editor out
of its own config as well, run "toolcrib init".

Examples:
  toolcrib links
  toolcrib links --config toolcrib.json --json`;

interface LinksOptions {
  readonly config?: readonly string[];
  readonly command?: string;
  readonly json?: true;
}

/** `toolcrib links`: install links for editors. */
export const addLinksCommand: AddCommand = (program, { output }) => {
  program
    .command("links")
    .description("print links that install toolcrib as an MCP server in Cursor and VS Code")
    .addOption(createServersOption())
    .option("--command <command>", "how editors start toolcrib; default: npx, or this checkout")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(({ config = [], command, json }: LinksOptions) => {
      const own = ownCommand(command);
      const files = config.flatMap((file) => ["--config", resolve(file)]);
      const links = installLinks("toolcrib", { ...own, args: [...own.args, "mcp", ...files] });
      if (json) {
        output.print(JSON.stringify(links));
        return;
      }
      output.print(`Cursor            ${links.cursor}`);
      output.print(`VS Code           ${links.vscode}`);
      output.print(`VS Code Insiders  ${links.vscodeInsiders}`);
      output.print();
      output.print("For web pages, which often allow https links only:");
      output.print(`Cursor            ${links.cursorWeb}`);
      output.print(`VS Code           ${links.vscodeWeb}`);
    });
};
