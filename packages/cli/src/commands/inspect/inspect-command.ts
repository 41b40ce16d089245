import { Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { createServersOption, createWaitOption, parseUrl } from "../../command-line/config-options.ts";
import { createJsonOption, createToolsOption, parseCount } from "../../command-line/options.ts";
import type { InspectOptions } from "./run-inspect.ts";

const help = `
Tokens are estimated from the length of the definitions, unless --upstream names an endpoint
that counts them (POST /v1/messages/count_tokens). Without --config and --tools it looks at the
configs of the clients on this machine.

It advises whether to defer, which tools to keep in the prompt (by their use: --history or
--gateway), and which descriptions to improve. For these it measures how often the tool comes among
the first five hits before and after: with searches that people made, where they are known, else
with queries made of the tool's own name and arguments.

Examples:
  toolcrib inspect
  toolcrib inspect --config .mcp.json --json
  toolcrib inspect --tools tools.jsonl --limit 20
  toolcrib inspect --gateway http://127.0.0.1:8788 --try better.json
  toolcrib inspect --config toolcrib.json --upstream https://api.anthropic.com

Exit status:
  0  no problems    1  a server fails, or the lint has errors    2  invalid option or file`;

/** `toolcrib inspect`: what the tools of a config cost, and which are hard to find. */
export const addInspectCommand: AddCommand = (program, context) => {
  program
    .command("inspect")
    .description("show what your tools cost, what deferral saves, and which tools are hard to find")
    .addOption(createServersOption())
    .addOption(createToolsOption().makeOptionMandatory(false))
    .addOption(createWaitOption())
    .option("--fresh", "ask every server again instead of using cached lists")
    .option("--upstream <url>", "count tokens there instead of estimating them", parseUrl)
    .option("--upstream-key-env <name>", "the environment variable with its key")
    .option("--model <name>", "the model to count for", "claude-sonnet-4-5")
    .option("--limit <count>", "how many tools and findings to show", parseCount, 10)
    .option(
      "--history <file>",
      "base the advice on what search learned from calls, such as an export of toolcrib learning",
    )
    .addOption(new Option("--gateway <url>", "base the advice on the records of a running gateway").argParser(parseUrl))
    .option("--gateway-key-env <name>", "the environment variable with an admin key of the gateway", "TOOLCRIB_KEY")
    .option("--try <file>", "measure descriptions of your own: a JSON object of tool names and texts")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (options: InspectOptions) => {
      const { runInspect } = await import("./run-inspect.ts");
      context.exitWith(await runInspect(options, context.output));
    });
};
