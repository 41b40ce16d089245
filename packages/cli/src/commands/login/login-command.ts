import type { AddCommand } from "../../command-line/command-context.ts";
import { createServersOption } from "../../command-line/config-options.ts";
import { createJsonOption, parseCount } from "../../command-line/options.ts";
import type { LoginOptions } from "./run-login.ts";

const help = `
Prints the URL of the login page, waits for the redirect, and stores the tokens in a file that
only you can read. The other commands use and refresh them.

Examples:
  toolcrib login sentry --config .mcp.json
  toolcrib login sentry --config .mcp.json --forget`;

/** `toolcrib login`: logs in at a remote MCP server. */
export const addLoginCommand: AddCommand = (program, { output }) => {
  program
    .command("login")
    .description("log in to a remote MCP server (OAuth)")
    .argument("<server>", "its name in the config")
    .addOption(createServersOption())
    .option("--client-id <id>", "the id of an already registered OAuth client")
    .option("--client-secret-env <name>", "the environment variable with that client's secret")
    .option("--callback-port <port>", "the port of the redirect URL, if the client requires one", parseCount)
    .option("--forget", "delete the tokens of this server")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (server: string, options: LoginOptions) => {
      const { runLogin } = await import("./run-login.ts");
      await runLogin(server, options, output);
    });
};
