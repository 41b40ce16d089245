import type { AdminApiHealth, TraceRecord } from "@toolcrib/gateway";
import { formatCountOf } from "@toolcrib/shared/text";
import { gateFindings, isRoutine, notices, repairFindings } from "./findings.ts";

/** Something that needs attention. */
export interface Problem {
  readonly isSerious: boolean;
  readonly text: string;
  /** The id of the section that has the details. */
  readonly section: string;
}

/** Reasons of the gate that are as they should be. */
const harmless: ReadonlySet<string> = new Set(["nothing_to_defer", "below_threshold", "last_turn"]);

/** What is wrong with the gateway and its latest requests, the serious first. */
export function problemsOf(traces: readonly TraceRecord[], health: AdminApiHealth | undefined): readonly Problem[] {
  const off = gateFindings(traces).filter(({ isOn, reason }) => !isOn && !harmless.has(reason));
  const found = notices(traces);
  const errors = found.filter(({ isError }) => isError).reduce((sum, { count }) => sum + count, 0);
  const warnings = found.filter(({ isError }) => !isError).reduce((sum, { count }) => sum + count, 0);
  const failed = (health?.servers ?? []).filter(({ state }) => state === "failed");
  const broken = (health?.writers ?? []).filter(({ state }) => state !== "ok");
  const repairs = repairFindings(traces)
    .filter((finding) => !isRoutine(finding))
    .reduce((sum, { count }) => sum + count, 0);
  const problems: readonly (Problem | false)[] = [
    ...failed.map(({ name }) => ({ isSerious: true, text: `The MCP server ${name} has failed`, section: "servers" })),
    ...broken.map(({ name, state }) => ({ isSerious: true, text: `The ${name} is ${state}`, section: "writers" })),
    errors > 0 && { isSerious: true, text: `${formatCountOf(errors, "request")} failed`, section: "notices" },
    off.length > 0 && {
      isSerious: false,
      text: `Tool search was off for ${formatCountOf(
        off.reduce((sum, { count }) => sum + count, 0),
        "request",
      )}`,
      section: "gate",
    },
    warnings > 0 && { isSerious: false, text: formatCountOf(warnings, "warning"), section: "notices" },
    repairs > 0 && {
      isSerious: false,
      text: `${formatCountOf(repairs, "conversation part")} had to be repaired`,
      section: "repairs",
    },
  ];
  return problems.filter((problem) => problem !== false);
}
