import type { AddCommand } from "../../command-line/command-context.ts";
import { createPinsOption, createServersOption, createSkillsOption } from "../../command-line/config-options.ts";
import {
  createEmbedderOption,
  createLanguagesOption,
  createProgramsOption,
  createRankerOption,
  parseCount,
} from "../../command-line/options.ts";
import type { McpOptions } from "./run-mcp.ts";

const help = `
Speaks MCP on standard input and output; logs go to standard error. A server starts when one of
its tools is first called, or when its tools are not known yet. Without --config it uses
toolcrib.json in the current folder, or else the configs of the clients on this machine. Without
--ranker it uses settings.ranker of toolcrib.json, or else hybrid; without --embedder it uses
search.embedder of toolcrib.json, or else the included table.

An MCP client runs it with an entry like this ("toolcrib init" writes one):
  "toolcrib": { "command": "npx", "args": ["-y", "toolcrib", "mcp", "--config", "toolcrib.json"] }

Examples:
  toolcrib mcp --config toolcrib.json
  toolcrib mcp --config .mcp.json --eager

Exit status:
  0  the client closed the connection    2  invalid option or config`;

/** `toolcrib mcp`: one MCP server for all of the user's. */
export const addMcpCommand: AddCommand = (program, { output }) => {
  program
    .command("mcp")
    .description("serve all your MCP servers as one")
    .addOption(createServersOption())
    .addOption(createPinsOption())
    .addOption(createSkillsOption())
    .option("--eager", "start all servers at once")
    .addOption(createRankerOption())
    .addOption(createEmbedderOption())
    .addOption(createLanguagesOption())
    .option("--history <file>", "learn which found tools are then called, and keep what is learned in this file")
    .option("--list-up-to <count>", "list all tools if there are at most this many", parseCount, 0)
    .option("--list-found", "add found tools to the list, for clients that call only what is listed")
    .addOption(createProgramsOption())
    .option("--json", "write logs as JSON lines")
    .addHelpText("after", help)
    .action(async (options: McpOptions) => {
      const { runMcp } = await import("./run-mcp.ts");
      await runMcp(options, output);
    });
};
