/** What happened to a call of a skill tool. */
export type SkillTrace =
  | { readonly step: "discover-skills"; readonly found: readonly string[] }
  | { readonly step: "skill"; readonly name: string; readonly wasDiscovered: boolean; readonly isLoaded: boolean };
