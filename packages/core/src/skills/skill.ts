/** What is shown of a skill before it is loaded. */
export interface SkillSummary {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly description: string;
  /** An alternative name, short enough to repeat: letters, digits, hyphens and underscores. */
  readonly shortId?: string;
  /** Where it comes from, for error messages: a path or a URL. */
  readonly location: string;
  /** Whether it is remote: then it must be discovered in the conversation before it may be loaded. */
  readonly isRemote: boolean;
}

/** The skills of a source, and what could not be read. */
export interface SkillListing {
  readonly skills: readonly SkillSummary[];
  readonly failures: readonly { readonly location: string; readonly reason: string }[];
}

/** Where skills come from. */
export interface SkillSource {
  readonly specificationVersion: "v1";
  list(): Promise<SkillListing>;
  /** The whole text of a skill from `list`, without its front matter. */
  load(skill: SkillSummary): Promise<string>;
}
