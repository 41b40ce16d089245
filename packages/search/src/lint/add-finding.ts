import { compareNames } from "@toolcrib/shared/names";
import { type LintCode, type LintRule, lintRules } from "./lint-codes.ts";
import type { LintFinding } from "./lint-report.ts";
import type { LintedTool } from "./linted-tool.ts";

/** Adds a finding about a tool. */
export type AddFinding = (tool: LintedTool, code: LintCode, message: string, others?: readonly string[]) => void;

const maxOthers = 5;
const severities: readonly LintRule["severity"][] = ["error", "warning", "note"];

/** Collects findings in any order, and returns them sorted. */
export function createFindings(): { readonly add: AddFinding; readonly sorted: () => LintFinding[] } {
  const findings: LintFinding[] = [];
  return {
    add: ({ document }, code, message, others) => {
      const { severity, advice } = lintRules[code];
      const { name: tool, server } = document;
      const finding = { code, severity, tool, server, message, advice };
      findings.push(others === undefined ? finding : { ...finding, others: others.slice(0, maxOthers) });
    },
    sorted: () => findings.toSorted(compareFindings),
  };
}

function compareFindings(left: LintFinding, right: LintFinding): number {
  return (
    severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
    compareNames(left.tool, right.tool) ||
    compareNames(left.code, right.code)
  );
}
