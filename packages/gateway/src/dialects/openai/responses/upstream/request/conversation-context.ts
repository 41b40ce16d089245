import type { Fields } from "../../wire/original.ts";
import type { WireNames } from "./wire-names.ts";

/** A call as the upstream knows it. */
export interface WireCall {
  readonly id: string;
  readonly isCustom: boolean;
}

/** What the items of one conversation depend on. */
export interface ConversationContext {
  readonly upstreamName: string;
  readonly names: WireNames;
  /** The calls so far, by the inner id. */
  readonly calls: Map<string, WireCall>;
  /** Tools that are loaded where a result refers to them, by the inner name. */
  readonly deferred: ReadonlyMap<string, Fields>;
  /** Which of them are loaded so far. */
  readonly loaded: Set<string>;
  /** Whether the upstream refuses thoughts that it cannot read any more. */
  readonly leavesOutThoughts: boolean;
}
