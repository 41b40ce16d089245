export { allowedSkills } from "./allowed-skills.ts";
export { answerSkillCall, type SkillCallAnswer, type SkillCallQuestion } from "./answer-skill-call.ts";
export { discoveredSkills } from "./discovered-skills.ts";
export { folderSkillSource, type SkillFiles } from "./folder-source.ts";
export { type FetchText, remoteSkillSource } from "./remote-source.ts";
export type { SkillListing, SkillSource, SkillSummary } from "./skill.ts";
export { skillIndexOf } from "./skill-index.ts";
export { openSkillLibrary, type SkillDocument, type SkillLibrary } from "./skill-library.ts";
export { writeSkillList } from "./skill-list.ts";
export { skillsSentence, withSkillsSentence } from "./skill-prompt.ts";
export { discoverSkillsTool, type SkillToolNames, skillTool } from "./skill-tools.ts";
export type { SkillTrace } from "./skill-trace.ts";
export {
  freshSkills,
  type PrefetchOptions,
  prefetchSkills,
  type SkillPrefetch,
  skillQueryOf,
  surfaceSkills,
  withSkillList,
} from "./surface-skills.ts";
