import { loaderNames } from "@toolcrib/core/loaders";
import { urlDialectNames } from "@toolcrib/gateway/dialects";
import { Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { createPinsOption, createSkillsOption, parsePort, parseUrl } from "../../command-line/config-options.ts";
import {
  createEmbedderOption,
  createLanguagesOption,
  createStoreOption,
  parseShare,
} from "../../command-line/options.ts";
import type { ServeOptions } from "./run-serve.ts";

const help = `
Flags override TOOLCRIB_* variables, which override the config file. With neither, requests go to
https://api.anthropic.com with the client's own key. The config is reloaded on SIGHUP and when the
file is saved: MCP servers start and stop with it. If a change needs a restart, it says so.
Each request is one line on standard error; --quiet leaves them out.
Other users of the machine can read the flags of a running command: put a URL with a password into
TOOLCRIB_STORE, TOOLCRIB_UPSTREAM or the config.

Examples:
  toolcrib serve
  toolcrib serve --upstream http://127.0.0.1:11434/v1 --upstream-dialect openai-chat --inject auto
  toolcrib serve --config toolcrib.json --mcp-config .mcp.json --port 0 --json
  toolcrib serve --config toolcrib.json --background
  toolcrib serve --config toolcrib.json --print-unit > ~/.config/systemd/user/toolcrib.service

Exit status:
  0  stopped by a signal    2  invalid option or config, or the port is in use`;

/** `toolcrib serve`: the gateway, the MCP front and the studio on one socket. */
export const addServeCommand: AddCommand = (program, { output }) => {
  program
    .command("serve")
    .description("serve the gateway at /v1, your MCP servers at /mcp and the page at /studio")
    .option("--config <file>", "toolcrib.json; default: the one in the current folder, if there is one")
    .option("--mcp-config <file>", "more MCP servers, from any client's config; may be repeated", collect)
    .addOption(createPinsOption())
    .addOption(createSkillsOption())
    .option("--host <host>", "default: 127.0.0.1; other hosts than loopback require keys, oidc or requireKeys")
    .option("--port <port>", "0 picks a free port; default: 8788", parsePort)
    .option("--upstream <url>", "the model endpoint; default: https://api.anthropic.com", parseUrl)
    .addOption(new Option("--upstream-dialect <name>", "the API that it speaks").choices(urlDialectNames))
    .option("--upstream-key-env <name>", "the environment variable with its key; default: the client's own key")
    .addOption(new Option("--loader <name>", "how found tools become callable").choices(["auto", ...loaderNames]))
    .addOption(
      new Option("--inject <when>", "add tool search for clients that have none").choices(["off", "auto", "always"]),
    )
    .addOption(
      new Option("--server-search <how>", "who answers the API's own search tools").choices([
        "as-named",
        "hybrid",
        "upstream",
      ]),
    )
    .addOption(createEmbedderOption())
    .addOption(createLanguagesOption())
    .addOption(createStoreOption())
    .option("--learn", "learn which found tools are then called, separately for each key")
    .option("--background", "serve in a process of its own and return once it listens; see stop and status")
    .option("--print-unit", "print a systemd unit that runs this command line, and exit")
    .option("--quiet", "do not log a line per request")
    .option("--prices <file>", "what models cost, as JSON; default: public list prices")
    .option("--compare <share>", "send this share of conversations without deferral, and compare", parseShare)
    .option("--json", "print one JSON object to standard output once it listens")
    .addHelpText("after", help)
    .action(async (options: ServeOptions) => {
      const { runServe } = await import("./run-serve.ts");
      await runServe(options, output);
    });
};

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
