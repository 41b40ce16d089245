import type { RequestCatalogue } from "../../catalogue/request-catalogue.ts";
import type { ClientRequest } from "../../contracts/client-request.ts";
import type { RequestSkills } from "../../contracts/request-skills.ts";
import { skillTools } from "./skill-tools.ts";

/** Below this, finding and loading a skill would use up what the client allowed for its answer. */
const minOutputTokens = 256;

/**
 * The skills for a request, or undefined where it is to have none: where the rules leave none, for a client that brings skill tools of its
 * own, and for a single question whose answer is a forced call. A conversation that goes on keeps them whatever it forces, or everything
 * before the newest turn would be another prompt, without the skills that were loaded in it.
 */
export function skillsFor(
  { body, skills, policy }: ClientRequest,
  { names }: RequestCatalogue,
): RequestSkills | undefined {
  const { max_tokens: maxTokens, tool_choice: choice, messages } = body;
  if (skills?.allowed(policy) === undefined) return undefined;
  if (skillTools.some(({ name }) => name !== undefined && names.has(name))) return undefined;
  const isFree = choice === undefined || choice === null || choice.type === "auto";
  const goesOn = messages.some(({ role }) => role === "assistant");
  return (isFree || goesOn) && (maxTokens === undefined || maxTokens >= minOutputTokens) ? skills : undefined;
}
