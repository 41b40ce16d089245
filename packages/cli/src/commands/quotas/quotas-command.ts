import type { AddCommand } from "../../command-line/command-context.ts";
import { addRunningGatewayOptions, type RunningGatewayOptions } from "../../gateway/running-gateway.ts";

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
  addRunningGatewayOptions(program.command("quotas"))
    .description("show how much of its quotas a running gateway's callers have used")
    .addHelpText("after", help)
    .action(async (options: RunningGatewayOptions) => {
      const { runQuotas } = await import("./run-quotas.ts");
      await runQuotas(options, output);
    });
};
