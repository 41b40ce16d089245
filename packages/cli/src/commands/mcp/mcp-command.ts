import type { AddCommand } from "../../command-line/command-context.ts";
import { createPinsOption, createServersOption, createSkillsOption } from "../../command-line/config-options.ts";
import { createRankerOption, parseCount } from "../../command-line/options.ts";
import type { McpOptions } from "./run-mcp.ts";

const help = `
Speaks MCP on standard input and output; logs go to standard error alone. Servers start when one
of their tools is first called, or when their tools are not known yet. Without --config it takes
toolcrib.json of the current folder, else the configs of the clients on this machine. Without
--ranker it takes settings.ranker of toolcrib.json, else hybrid.

An MCP client runs it with an entry like this ("toolcrib init" writes one):
  "toolcrib": { "command": "npx", "args": ["-y", "toolcrib", "mcp", "--config", "toolcrib.json"] }

Examples:
  toolcrib mcp --config toolcrib.json
  toolcrib mcp --config .mcp.json --eager

Exit status:
  0  the client closed the connection    2  an option or a config is wrong`;

/** `toolcrib mcp`: one MCP server for all of the user's. */
export const addMcpCommand: AddCommand = (program, { output }) => {
  program
    .command("mcp")
    .description("serve one MCP server that stands before all of yours")
    .addOption(createServersOption())
    .addOption(createPinsOption())
    .addOption(createSkillsOption())
    .option("--eager", "start all servers at once")
    .addOption(createRankerOption())
    .option("--list-up-to <count>", "list a catalogue of up to so many tools whole", parseCount, 0)
    .option("--list-found", "add found tools to the list, for clients that call only what is listed")
    .option("--json", "write logs as JSON lines")
    .addHelpText("after", help)
    .action(async (options: McpOptions) => {
      const { runMcp } = await import("./run-mcp.ts");
      await runMcp(options, output);
    });
};
