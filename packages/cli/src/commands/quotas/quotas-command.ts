import { Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { parseUrl } from "../../command-line/config-options.ts";
import { createJsonOption } from "../../command-line/options.ts";
import type { QuotasOptions } from "./run-quotas.ts";

const help = `
Quotas are set in the config of the gateway (docs/quotas.md). This shows how much of each is used in
its current period, over all replicas that share a store.

Examples:
  toolcrib quotas
  toolcrib quotas --gateway https://gateway.example.com --json

Exit status:
  0  done    2  invalid option, or the gateway does not answer`;

/** `toolcrib quotas`: what is used of the quotas of a running gateway. */
export const addQuotasCommand: AddCommand = (program, { output }) => {
  program
    .command("quotas")
    .description("show how much of its quotas a running gateway's callers have used")
    .addOption(
      new Option("--gateway <url>", "the running gateway").argParser(parseUrl).default("http://127.0.0.1:8788"),
    )
    .option("--gateway-key-env <name>", "the environment variable with an admin key of the gateway", "TOOLCRIB_KEY")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (options: QuotasOptions) => {
      const { runQuotas } = await import("./run-quotas.ts");
      await runQuotas(options, output);
    });
};
