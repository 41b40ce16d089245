export { openSkills, type SkillPlaces } from "./open-skills.ts";
