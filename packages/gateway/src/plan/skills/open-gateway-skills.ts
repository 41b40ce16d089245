import { openSkills, type SkillPlaces } from "@toolcrib/mcp";
import type { ReportProblem } from "../../contracts/report-problem.ts";
import { GatewaySkills } from "./gateway-skills.ts";

/** Opens the skills of a config. What `before`, the skills until now, remembers stays known. */
export async function openGatewaySkills(
  places: SkillPlaces | undefined,
  before: GatewaySkills | undefined,
  reportProblem: ReportProblem,
): Promise<GatewaySkills | undefined> {
  if (places === undefined) return undefined;
  const library = await openSkills(places);
  for (const { location, reason } of library.failures) {
    // The names of folders are part of it, and they come from anybody.
    reportProblem(`The skill at ${location} is left out: ${reason}`.replace(/\p{Cc}+/gu, " "));
  }
  const skills = new GatewaySkills(library, { before });
  // Until its vectors are complete an index answers otherwise, and the same words must get the same skills.
  await skills.index.ready?.();
  return skills;
}
