import type { AdminApiQuotas } from "@toolcrib/gateway";
import { formatCount } from "@toolcrib/shared/text";
import { askAdmin } from "../../gateway/ask-admin.ts";
import { gatewayAddress, type RunningGatewayOptions } from "../../gateway/running-gateway.ts";
import type { Output } from "../../output/console-output.ts";
import { formatDollars } from "../../output/describe-savings.ts";
import { plainText } from "../../output/plain-text.ts";

const unitNames = { requests: "requests", tokens: "tokens", toolCalls: "tool calls", cost: "" } as const;

/** Prints how much of the quotas is used. */
export async function runQuotas(options: RunningGatewayOptions, output: Output): Promise<void> {
  const gateway = gatewayAddress(options);
  const report = (await askAdmin(gateway, "/quotas")) as AdminApiQuotas;
  if (options.json) {
    output.print(JSON.stringify(report));
    return;
  }
  if (report.quotas.length === 0) output.print("The gateway has no quotas.");
  for (const { name, window } of report.quotas) {
    output.print(`${output.style.bold(plainText(name))}  per ${window}`);
    const used = report.usage.filter((usage) => usage.name === name);
    if (used.length === 0) output.print("  nothing used");
    for (const { unit, of, used: amount, limit, resetsAt } of used) {
      const write = unit === "cost" ? formatDollars : (value: number) => formatCount(Math.round(value));
      const whose = Object.entries(of).map(([dimension, value]) => `${dimension} ${value === "" ? "none" : value}`);
      const shown = `${write(amount)} of ${write(limit)} ${unitNames[unit]}`.trim();
      output.print(`  ${plainText([...whose, shown].join("  "))}  until ${resetsAt}`);
    }
  }
}
