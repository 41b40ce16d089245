import type { SharedV4Warning } from "@ai-sdk/provider";
import { isRecord } from "@toolcrib/shared/json";
import type { UpstreamCall } from "../../../contracts/upstream.ts";

const maxReported = 8;
const maxLength = 200;

/** Reports what a package says that it did not send. Earlier versions of the specification have other names for it. */
export function reportWarnings(
  warnings: readonly SharedV4Warning[] | undefined,
  upstreamName: string,
  report: UpstreamCall["onOmission"],
): void {
  const given: readonly unknown[] = warnings ?? [];
  for (const warning of given.slice(0, maxReported)) {
    if (!isRecord(warning) || !String(warning["type"]).startsWith("unsupported")) continue;
    const named = warning["feature"] ?? warning["setting"];
    const what = typeof named === "string" ? named : "a tool";
    const details = typeof warning["details"] === "string" ? `: ${warning["details"]}` : ".";
    report?.(`The package of the upstream ${upstreamName} leaves out ${what}${details}`.slice(0, maxLength));
  }
}

/** Reports that the effort of thinking is not sent. */
export function reportEffort(upstreamName: string, reason: string, report: UpstreamCall["onOmission"]): void {
  report?.(`The upstream ${upstreamName} does not get the reasoning effort: ${reason}.`);
}
