import type { Savings } from "@toolcrib/gateway";
import { formatCount } from "@toolcrib/shared/text";
import type { Output } from "../../../output/console-output.ts";
import { plainText } from "../../../output/plain-text.ts";
import type { DemoStep } from "./demo-steps.ts";
import type { DemoCosts } from "./demo-turns.ts";

/** What the demonstration showed. */
export interface ConversationReport {
  readonly tools: number;
  readonly servers: readonly string[];
  readonly request: string;
  readonly steps: readonly DemoStep[];
  readonly withDeferral: DemoCosts;
  readonly withoutDeferral: DemoCosts;
  /** What the gateway counted, which the studio shows too. */
  readonly savings: Savings;
}

const maxLineLength = 150;

/** Prints the steps, and then what every turn cost. */
export function printConversation(report: ConversationReport, output: Output): void {
  const { style } = output;
  output.print(
    style.bold(
      `A conversation through the gateway: the real @anthropic-ai/sdk, ${report.servers.length} real MCP servers`,
    ),
  );
  output.print(`(${report.servers.join(", ")}), ${formatCount(report.tools)} tools, and a scripted model.`);
  output.print(`${style.accent("›")} ${report.request}`);
  output.print();
  for (const [index, { title, direction, says }] of report.steps.entries()) {
    const line = plainText(says);
    const shown = line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
    output.print(
      `${String(index + 1).padStart(2)}  ${style.bold(title.padEnd(13))} ${style.dim(direction.padEnd(20))} ${shown}`,
    );
  }
  output.print();
  printCosts(report, output);
}

function printCosts({ withDeferral, withoutDeferral, savings }: ConversationReport, output: Output): void {
  const { style } = output;
  output.print(style.bold("Tokens per model call, as the scripted model counts them (characters of the prompt ÷ 4)"));
  printTurns("with deferral", withDeferral, output);
  printTurns("without", withoutDeferral, output);
  const { saved, withoutDeferral: estimate, extraCalls } = savings;
  const share = Math.round(saved.promptShare * 100);
  output.print(`${share} % fewer prompt tokens, with ${extraCalls} more model calls for the searches.`);
  const error = estimate.promptTokens / withoutDeferral.promptTokens - 1;
  const size = `${(Math.abs(error) * 100).toFixed(1)} % ${error < 0 ? "below" : "above"} what was measured`;
  output.print(
    style.dim(
      `The gateway and the studio estimate ${formatCount(estimate.promptTokens)} tokens without deferral, ${size} (docs/savings.md).`,
    ),
  );
  output.print(
    withDeferral.lostTokens === 0
      ? style.good("The cache was kept: every prompt starts with the whole previous prompt.")
      : style.bad(`The cache lost ${formatCount(withDeferral.lostTokens)} tokens.`),
  );
}

function printTurns(label: string, { turns, promptTokens, cachedTokens }: DemoCosts, output: Output): void {
  const prompts = turns.map((turn) => formatCount(turn.promptTokens).padStart(7)).join("");
  const cached = turns.map((turn) => formatCount(turn.cachedTokens).padStart(7)).join("");
  output.print(`  ${label.padEnd(14)} prompt     ${prompts}   sum ${formatCount(promptTokens)}`);
  output.print(`  ${"".padEnd(14)} from cache ${cached}   sum ${formatCount(cachedTokens)}`);
}
