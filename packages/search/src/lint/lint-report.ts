import type { SemanticState } from "../ranking/ranker.ts";
import type { LintCode, LintSeverity } from "./lint-codes.ts";

/** A problem that makes a tool hard to find or to use. */
export interface LintFinding {
  readonly code: LintCode;
  readonly severity: LintSeverity;
  /** The tool's name. */
  readonly tool: string;
  /** Its server; empty for a built-in tool. */
  readonly server: string;
  /** The observation, in plain words. */
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
  /** The tools it can be confused with, if the finding involves others: at most five. */
  readonly others?: readonly string[];
}

/** How many tools are found by their own descriptions. */
export interface SelfRetrieval {
  /** How many tools have a description to search with. */
  readonly asked: number;
  /** How many of these were among the first five hits. */
  readonly found: number;
  /** Whether the search was semantic, or lexical only. */
  readonly semantic: SemanticState;
}

/** The lint result for a catalogue. */
export interface LintReport {
  /** The number of tools checked. */
  readonly tools: number;
  /** Most severe first, then by tool and code. */
  readonly findings: readonly LintFinding[];
  /** The number of findings per rule, including zeros. */
  readonly counts: Readonly<Record<LintCode, number>>;
  readonly selfRetrieval: SelfRetrieval;
}
