/** What was surfaced ahead of a turn, or what happened to a call of a skill tool. */
export type SkillTrace =
  | { readonly step: "surface-skills"; readonly surfaced: readonly string[] }
  | { readonly step: "discover-skills"; readonly found: readonly string[] }
  | { readonly step: "skill"; readonly name: string; readonly wasDiscovered: boolean; readonly isLoaded: boolean };
