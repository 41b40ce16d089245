import type { LintFinding, LintReport } from "@toolcrib/search";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { Advice } from "../../advice/advise.ts";
import { printAdvice } from "../../advice/print-advice.ts";
import type { Weight } from "../../advice/weigh-tools.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";
import { estimateExplained } from "../../tokens/estimate-tokens.ts";

/** What `toolcrib inspect` found; printed as it is with `--json`. */
export interface InspectReport {
  readonly tokens: { readonly source: "estimated" | "counted"; readonly model: string | null };
  readonly tools: number;
  readonly servers: readonly Weight[];
  /** Always estimates. */
  readonly heaviestTools: readonly Weight[];
  /** Of the first request with every tool in the prompt. */
  readonly eagerTokens: number;
  /** Of the first request with deferral, the announcement included. */
  readonly deferredTokens: number;
  /** How many tools the first request carries with deferral. */
  readonly deferredTools: number;
  /** Why nothing would be deferred. */
  readonly off: string | null;
  readonly lint: LintReport;
  readonly advice: Advice;
  readonly failures: readonly { readonly server: string; readonly reason: string }[];
  readonly problems: readonly string[];
}

/** Prints a report for people. */
export function printInspection(report: InspectReport, limit: number, output: Output): void {
  const { style } = output;
  if (report.tools === 0) {
    output.print(style.bold("No tools were found."));
    printProblems(report, output);
    return;
  }
  const how = report.tokens.source === "counted" ? `counted for ${report.tokens.model}` : estimateExplained;
  output.print(
    style.bold(
      `${formatCountOf(report.tools, "tool")}, ${formatCount(report.eagerTokens)} tokens in every prompt (${how})`,
    ),
  );
  printSavings(report, output);
  printWeights("Servers", report.servers, report.servers.length, output);
  const heaviest = `Heaviest tools${report.tokens.source === "counted" ? ` (${estimateExplained})` : ""}`;
  printWeights(heaviest, report.heaviestTools, limit, output);
  printProblems(report, output);
  printLint(report.lint, limit, output);
  printAdvice(report.advice, output);
}

function printProblems({ failures, problems }: InspectReport, output: Output): void {
  const { style } = output;
  for (const { server, reason } of failures) {
    output.print(`${style.bad("fails")} ${plainText(server)}: ${reason}`);
  }
  for (const problem of problems) {
    output.print(`${style.bad("config")} ${plainText(problem)}`);
  }
}

function printSavings({ eagerTokens, deferredTokens, deferredTools, off }: InspectReport, output: Output): void {
  if (off !== null) {
    output.print(`Deferral would change nothing. ${off}`);
    return;
  }
  const share = eagerTokens === 0 ? 0 : Math.round((1 - deferredTokens / eagerTokens) * 100);
  const left = `${formatCount(deferredTokens)} tokens in the first request (${formatCountOf(deferredTools, "tool")} and the announcement of the names)`;
  if (share <= 0) {
    output.print(`Deferral would save nothing: ${left}.`);
    return;
  }
  output.print(`With deferral: ${left}, ${share} % less. A found tool then adds its own definition.`);
}

function printWeights(title: string, weights: readonly Weight[], limit: number, output: Output): void {
  if (weights.length === 0) {
    return;
  }
  output.print();
  output.print(output.style.bold(title));
  for (const { name, tools, tokens } of weights.slice(0, limit)) {
    const count = tools === 1 ? "" : `  ${formatCountOf(tools, "tool")}`;
    output.print(`${formatCount(tokens).padStart(9)}  ${plainText(name) || "(no server)"}${count}`);
  }
  if (weights.length > limit) {
    output.print(
      output.style.dim(`${" ".repeat(11)}and ${formatCount(weights.length - limit)} more: --limit shows them`),
    );
  }
}

function printLint({ findings, selfRetrieval, counts }: LintReport, limit: number, output: Output): void {
  const { style } = output;
  output.print();
  output.print(style.bold("Can they be found?"));
  output.print(
    `Searching for its own first sentence finds ${formatCount(selfRetrieval.found)} of ${formatCountOf(selfRetrieval.asked, "tool")} among the first five.`,
  );
  if (findings.length === 0) {
    output.print(style.good("No tool is hard to find."));
    return;
  }
  const kinds = Object.entries(counts).filter(([, count]) => count > 0);
  output.print(style.dim(kinds.map(([code, count]) => `${code} ${count}`).join(", ")));
  for (const finding of findings.slice(0, limit)) {
    printFinding(finding, output);
  }
  if (findings.length > limit) {
    output.print(style.dim(`and ${formatCount(findings.length - limit)} more findings: --limit or --json shows them`));
  }
}

function printFinding({ severity, code, tool, message, advice }: LintFinding, output: Output): void {
  const { style } = output;
  const marks = { error: style.bad("error"), warning: style.warning("warning"), note: style.dim("note") };
  output.print(`${marks[severity]} ${style.bold(plainText(tool))} ${style.dim(code)}`);
  output.print(`  ${plainText(message)} ${advice}`);
}
