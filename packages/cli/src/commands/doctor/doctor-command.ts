import { urlDialectNames } from "@toolcrib/gateway/dialects";
import { Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { createServersOption, createWaitOption, parseUrl } from "../../command-line/config-options.ts";
import { createJsonOption } from "../../command-line/options.ts";
import type { DoctorOptions } from "./run-doctor.ts";

const help = `
Reads ENABLE_TOOL_SEARCH, ANTHROPIC_BASE_URL and Claude Code's settings.json, starts every MCP
server once, and, with --upstream, checks with a few one-token calls what the model endpoint
supports. With --gateway it reports what the upstreams of a running gateway rejected.

Examples:
  toolcrib doctor
  toolcrib doctor --config .mcp.json --wait 60
  toolcrib doctor --upstream http://localhost:11434/v1 --upstream-dialect openai-chat --model qwen3
  toolcrib doctor --gateway http://127.0.0.1:8788
  toolcrib doctor --message "400 Tool reference 'mcp__x__y' not found in available tools"

Exit status:
  0  no problems    1  problems found    2  invalid option or file`;

/** `toolcrib doctor`: why tool search is off, which server fails, what an upstream supports. */
export const addDoctorCommand: AddCommand = (program, context) => {
  program
    .command("doctor")
    .description("diagnose tool search, MCP servers and upstreams, and suggest fixes")
    .addOption(createServersOption())
    .addOption(createWaitOption())
    .option("--upstream <url>", "a model endpoint to check", parseUrl)
    .addOption(
      new Option("--upstream-dialect <name>", "the API that it speaks").choices(urlDialectNames).default("anthropic"),
    )
    .option("--upstream-key-env <name>", "the environment variable with its key")
    .option("--gateway <url>", "a running gateway: report what its upstreams rejected", parseUrl)
    .option("--gateway-key-env <name>", "the environment variable with an admin key of the gateway")
    .option("--model <name>", "the model to check", "claude-sonnet-4-5")
    .option("--message <text>", "explain an error message instead")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import("./run-doctor.ts");
      context.exitWith(await runDoctor(options, context.output));
    });
};
