import type { AddCommand } from "../../command-line/command-context.ts";
import { parseCount } from "../../command-line/options.ts";
import { addRunningGatewayOptions } from "../../gateway/running-gateway.ts";
import type { SavingsOptions } from "./run-savings.ts";

const help = `
Reads the figures of a running gateway: prompt tokens, model calls and costs, with deferral and
without. What was not sent cannot be counted, so what was saved is an estimate (docs/savings.md).
To measure it, start the gateway with "toolcrib serve --compare 0.1": then one conversation in ten
goes without deferral, and the difference is shown with its confidence interval.

Examples:
  toolcrib savings
  toolcrib savings --gateway http://127.0.0.1:8788 --limit 20
  toolcrib savings --json

Exit status:
  0  done    2  invalid option, or the gateway does not answer`;

/** `toolcrib savings`: what deferral saved at a running gateway. */
export const addSavingsCommand: AddCommand = (program, { output }) => {
  addRunningGatewayOptions(program.command("savings"))
    .description("show what a running gateway saved, and compare conversations with and without deferral")
    .option("--limit <count>", "how many conversations to show", parseCount, 5)
    .addHelpText("after", help)
    .action(async (options: SavingsOptions) => {
      const { runSavings } = await import("./run-savings.ts");
      await runSavings(options, output);
    });
};
