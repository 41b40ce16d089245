import { openSkills, type SkillPlaces } from "@toolcrib/mcp/skills";
import type { ReportProblem } from "../../contracts/report-problem.ts";
import { GatewaySkills } from "./gateway-skills.ts";

/** Opens the skills of a config. What `before`, the previous skills, remembers is kept. */
export async function openGatewaySkills(
  places: SkillPlaces | undefined,
  before: GatewaySkills | undefined,
  reportProblem: ReportProblem,
): Promise<GatewaySkills | undefined> {
  if (places === undefined) return undefined;
  const library = await openSkills(places);
  for (const { location, reason } of library.failures) {
    // It contains folder names, which are untrusted.
    reportProblem(`The skill at ${location} is left out: ${reason}`.replace(/\p{Cc}+/gu, " "));
  }
  const skills = new GatewaySkills(library, { before });
  // An index answers differently until its vectors are complete, and the same words must get the same skills.
  await skills.index.ready?.();
  return skills;
}
