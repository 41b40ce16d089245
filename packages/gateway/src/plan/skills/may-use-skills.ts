import type { RequestCatalogue } from "../../catalogue/request-catalogue.ts";
import type { ClientRequest } from "../../contracts/client-request.ts";
import type { RequestSkills } from "../../contracts/request-skills.ts";
import { skillTools } from "./skill-tools.ts";

/** Below this limit, finding and loading a skill would use up the client's output tokens. */
const minOutputTokens = 256;

/**
 * The skills for a request, or undefined if it gets none: if the rules allow none, if the client has its own skill tools, or for a single
 * question whose answer is a forced call. A continued conversation keeps them even with a forced call; otherwise the prompt before the
 * newest turn would change and lose the skills that were loaded in it.
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
