import type { SemanticState } from "../ranking/ranker.ts";
import type { LintCode, LintSeverity } from "./lint-codes.ts";

/** One thing that makes a tool hard to find or to use. */
export interface LintFinding {
  readonly code: LintCode;
  readonly severity: LintSeverity;
  /** The tool's name. */
  readonly tool: string;
  /** The server that it comes from; empty for a built-in one. */
  readonly server: string;
  /** What was seen on this tool, in plain words. */
  readonly message: string;
  /** What to do about it. */
  readonly advice: string;
  /** The tools that it is mistaken for, where the finding is about others too: at most five. */
  readonly others?: readonly string[];
}

/** How many tools their own words find. */
export interface SelfRetrieval {
  /** How many tools have a description to search for. */
  readonly asked: number;
  /** How many of these came among the first five. */
  readonly found: number;
  /** Whether meaning was used, or words alone. */
  readonly semantic: SemanticState;
}

/** What the lint says about a catalogue. */
export interface LintReport {
  /** How many tools were looked at. */
  readonly tools: number;
  /** The gravest first, then by tool and code. */
  readonly findings: readonly LintFinding[];
  /** How many findings each rule has; rules without one are there with zero. */
  readonly counts: Readonly<Record<LintCode, number>>;
  readonly selfRetrieval: SelfRetrieval;
}
