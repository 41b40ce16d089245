import type { ToolSearchMode } from "../../01-mode/mode.ts";
import type { GateReason } from "../../03-loader-available/gate-reasons.ts";
import type { ThresholdAnswer } from "../../04-threshold/threshold.ts";
import type { CataloguePlan } from "../../05-deferral-decision/catalogue-plan.ts";
import type { SearchTrace } from "../../11-search-call/search-trace.ts";
import type { SkillTrace } from "../../skills/skill-trace.ts";
import type { Repair } from "../repair/repair.ts";

/** What one step decided. Plain data, for a log, a test or `doctor`. */
export type TraceEntry =
  | { readonly step: "mode"; readonly mode: ToolSearchMode; readonly isChosen: boolean; readonly isKilled: boolean }
  | { readonly step: "model-support"; readonly model: string; readonly deniedBy: string | undefined }
  | { readonly step: "loader-available"; readonly isOn: boolean; readonly reason: GateReason }
  | ({ readonly step: "threshold" } & ThresholdAnswer)
  | {
      readonly step: "deferral-decision";
      readonly eager: number;
      readonly deferred: number;
      readonly counts: CataloguePlan["counts"];
    }
  | { readonly step: "found-tools"; readonly found: readonly string[] }
  | {
      readonly step: "request-tools";
      readonly loader: string;
      readonly sent: number;
      readonly sentDeferred: number;
    }
  | { readonly step: "wire-fields"; readonly betas: readonly string[] }
  | {
      readonly step: "announcement";
      readonly added: readonly string[];
      readonly counted: Readonly<Record<string, number>>;
      readonly removed: readonly string[];
      /** Set where the conversation lost what was announced before. */
      readonly defect?: "announcement_from_zero";
    }
  | { readonly step: "repair"; readonly repairs: readonly Repair[] }
  | SearchTrace
  | SkillTrace;

/** Takes the trace of every prepared request, every search and every call of a skill tool. */
export interface EngineTraceSink {
  readonly specificationVersion: "v1";
  record(trace: readonly TraceEntry[]): void;
}
