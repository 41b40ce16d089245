import { Argument, Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { parseUrl } from "../../command-line/config-options.ts";
import { createJsonOption } from "../../command-line/options.ts";
import type { ConnectionsAction, ConnectionsOptions } from "./run-connections.ts";

const help = `
Servers with "auth": { "type": "oauth", "per": "user" } are used with the login of each user. This shows
which of them the user of the key is connected to, with the page to log in to the others, and ends logins.
Administrators name another user of their organisation with --user.

Examples:
  toolcrib connections list
  toolcrib connections remove github
  toolcrib connections list --user ada@example.com --gateway https://gateway.example.com

Exit status:
  0  done    2  invalid option, or the gateway does not answer`;

/** `toolcrib connections`: a user's logins at MCP servers, at a running gateway. */
export const addConnectionsCommand: AddCommand = (program, { output }) => {
  program
    .command("connections")
    .description("show and end a user's logins at MCP servers, at a running gateway")
    .addArgument(new Argument("<action>", "what to do").choices(["list", "remove"]))
    .argument("[server]", "the server whose login is removed")
    .addOption(
      new Option("--gateway <url>", "the running gateway").argParser(parseUrl).default("http://127.0.0.1:8788"),
    )
    .option("--gateway-key-env <name>", "the environment variable with a key of the gateway", "TOOLCRIB_KEY")
    .option("--user <name>", "a user other than the owner of the key; for administrators")
    .option("--organisation <name>", "the organisation of that user; for operators")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (action: ConnectionsAction, server: string | undefined, options: ConnectionsOptions) => {
      const { runConnections } = await import("./run-connections.ts");
      await runConnections(action, server, options, output);
    });
};
