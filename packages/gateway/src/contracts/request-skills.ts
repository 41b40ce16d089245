import type { SearchIndex } from "@toolcrib/core/engine";
import type { PolicyRule } from "@toolcrib/core/policy";
import type { SkillLibrary, SkillSummary } from "@toolcrib/core/skills";
import type { RankerChoice } from "@toolcrib/search";

/** Options for searching skills. */
export interface SkillSearch {
  /** The client: memories of one client are not used for another. */
  readonly scope: string;
  readonly policy: readonly PolicyRule[];
  readonly ranker?: RankerChoice | undefined;
  /** For all messages of a request together. Default: 500 ms. */
  readonly waitMilliseconds?: number | undefined;
}

/** The skills that a request may use. */
export interface RequestSkills {
  readonly library: SkillLibrary;
  readonly index: SearchIndex;
  /** The skills that rules allow; undefined if they allow none. */
  allowed(policy: readonly PolicyRule[]): SkillLibrary | undefined;
  /** The skills that match a user's words, for each of the messages. */
  fitting(queries: readonly string[], search: SkillSearch): Promise<readonly (readonly SkillSummary[])[]>;
  /** What a client's session has discovered. */
  discoveredIn(session: string | undefined): Set<string>;
}
