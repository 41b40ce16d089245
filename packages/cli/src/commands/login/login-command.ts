import type { AddCommand } from "../../command-line/command-context.ts";
import { createServersOption } from "../../command-line/config-options.ts";
import { createJsonOption, parseCount } from "../../command-line/options.ts";
import type { LoginOptions } from "./run-login.ts";

const help = `
Prints the address of the login page, waits until the browser comes back, and keeps the tokens
in a file that only you can read. The other commands use and renew them.

Examples:
  toolcrib login sentry --config .mcp.json
  toolcrib login sentry --config .mcp.json --forget`;

/** `toolcrib login`: logs in at a remote MCP server. */
export const addLoginCommand: AddCommand = (program, { output }) => {
  program
    .command("login")
    .description("log in at a remote MCP server that wants it (OAuth)")
    .argument("<server>", "its name in the config")
    .addOption(createServersOption())
    .option("--client-id <id>", "a client that is registered there already")
    .option("--client-secret-env <name>", "the environment variable with that client's secret")
    .option("--callback-port <port>", "the port for the way back, where the client wants a certain one", parseCount)
    .option("--forget", "delete the tokens of this server")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (server: string, options: LoginOptions) => {
      const { runLogin } = await import("./run-login.ts");
      await runLogin(server, options, output);
    });
};
