import type { Tool, ToolResultBlock } from "@toolcrib/core";
import { answerSkillCall, discoverSkillsTool, skillTool } from "@toolcrib/core/skills";
import { oncePer } from "@toolcrib/shared/caches";
import type { GatewayTool } from "../../contracts/gateway-tool.ts";
import type { RequestSkills } from "../../contracts/request-skills.ts";
import { sessionOf } from "../../conversation/client-scope.ts";
import type { Turn } from "../../turn/turn.ts";

/** The tools with which a model finds and loads skills: the gateway answers them and never shows them. */
export const skillTools: readonly Tool[] = [discoverSkillsTool, skillTool].map((tool) => ({
  ...tool,
  // The gateway's search does not find them, so no rule may defer them.
  alwaysLoad: true,
}));

/** Whether a tool is one of these, which the client does not know. */
export function isSkillTool(name: string, { hasSkills }: Turn): boolean {
  return hasSkills && skillTools.some((tool) => tool.name === name);
}

/** The same array returns the same array: the engine recognises catalogues by identity. */
const withSkillFunctions = oncePer((tools: readonly Tool[]): readonly Tool[] => [...tools, ...skillTools]);

/** Adds the skill tools to a turn. `shown` are the skills that its messages show. */
export function withSkillTools(turn: Turn, skills: RequestSkills, shown: ReadonlySet<string>): Turn {
  const discovered = skills.discoveredIn(sessionOf(turn.request));
  for (const name of shown) discovered.add(name);
  const answering = skillTools.map((tool) => gatewayTool(String(tool.name), turn, { skills, discovered }));
  return {
    ...turn,
    tools: withSkillFunctions(turn.tools),
    gatewayTools: new Map([...turn.gatewayTools, ...answering.map((tool) => [tool.name, tool] as const)]),
    hasSkills: true,
  };
}

function gatewayTool(
  name: string,
  { request, conversation, settings }: Turn,
  { skills, discovered }: { readonly skills: RequestSkills; readonly discovered: Set<string> },
): GatewayTool {
  const { trace } = request;
  return {
    specificationVersion: "v1",
    name,
    isSearch: false,
    showCall: () => undefined,
    refuse: ({ id }, reason) => {
      const content = [{ type: "text", text: reason } as const];
      return { shown: undefined, result: { type: "tool_result", tool_use_id: id, content, is_error: true } };
    },
    async answer({ id, input }) {
      const { library, index } = skills;
      trace.flow({ from: "gateway", to: "catalogue", title: name, payload: () => input });
      const answer = await answerSkillCall({
        call: { type: "tool_use", id, name, input },
        messages: conversation,
        library,
        index,
        ranker: settings.ranker,
        discovered,
        policy: request.policy,
      });
      if (answer === undefined) throw new Error(`${name} is no tool for skills.`);
      const { trace: entry, result } = answer;
      if (entry.step === "discover-skills") for (const found of entry.found) discovered.add(found);
      trace.skill(entry);
      trace.flow({ from: "catalogue", to: "gateway", title: titleOf(result), payload: () => result.content });
      return { shown: undefined, result };
    },
  };
}

function titleOf({ is_error: isError }: ToolResultBlock): string {
  return isError === true ? "Refused" : "Answered";
}
