import { urlDialectNames } from "@toolcrib/gateway/dialects";
import { Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { parsePort, parseUrl } from "../../command-line/config-options.ts";
import { createJsonOption } from "../../command-line/options.ts";
import type { ServeDemoOptions } from "./conversation/run-conversation.ts";
import { runDemo } from "./run-demo.ts";

const help = `
Needs no key, no settings and no network. In a terminal you can then ask your own questions.

With --serve it starts the gateway with three real MCP servers, runs one conversation through it
with the real SDK and a scripted model, prints the steps and their cost, and keeps serving until it
is stopped. With ANTHROPIC_API_KEY or --upstream it serves a real model instead. With --once it
exits after the scripted conversation.

Examples:
  toolcrib demo
  toolcrib demo --serve
  toolcrib demo --serve --once --json
  toolcrib demo --serve --upstream http://127.0.0.1:11434/v1 --upstream-dialect openai-chat`;

interface DemoCommandOptions extends ServeDemoOptions {
  readonly serve?: true;
}

/** `toolcrib demo`: ten searches over a sample catalogue, or a conversation through the gateway. */
export const addDemoCommand: AddCommand = (program, { output }) => {
  program
    .command("demo")
    .description("search a sample catalogue, or with --serve run a conversation through the gateway")
    .option("--serve", "run a conversation through the gateway, then keep serving")
    .option("--once", "with --serve: exit after the conversation")
    .option("--no-open", "with --serve: do not open the studio in a browser")
    .option("--port <port>", "with --serve: the port; default: 8788, or a free one", parsePort)
    .option("--upstream <url>", "with --serve: a real model endpoint", parseUrl)
    .addOption(new Option("--upstream-dialect <name>", "the API that it speaks").choices(urlDialectNames))
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async ({ serve, ...options }: DemoCommandOptions) => {
      if (serve) {
        const { runServeDemo } = await import("./conversation/run-conversation.ts");
        await runServeDemo(options, output);
      } else {
        await runDemo(options, output);
      }
    });
};
