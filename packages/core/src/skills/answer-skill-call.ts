import type { RankerName } from "@toolcrib/search";
import { describeValue, errorMessage } from "@toolcrib/shared/errors";
import { nearestNames } from "@toolcrib/shared/names";
import { type Message, type ToolResultBlock, type ToolUseBlock, textBlock } from "../conversation/message.ts";
import type { SearchIndex } from "../search-call/search-index.ts";
import { readSearchInput } from "../search-call/search-input.ts";
import { discoveredSkills } from "./discovered-skills.ts";
import { type SkillLibrary, searchSkills } from "./skill-library.ts";
import { writeSkillList } from "./skill-list.ts";
import { discoverSkillsToolName, skillToolName } from "./skill-tools.ts";
import type { SkillTrace } from "./skill-trace.ts";

/** What a call of a skill tool is answered from. */
export interface SkillCallQuestion {
  readonly call: ToolUseBlock;
  readonly messages: readonly Message[];
  readonly library: SkillLibrary;
  readonly index: SearchIndex;
  /** How the index is to rank. Default: its own way. */
  readonly ranker?: RankerName | undefined;
  /** Skills that are known to be discovered although the messages no longer show it. */
  readonly discovered?: ReadonlySet<string> | undefined;
}

/** The answer to a call of a skill tool. */
export interface SkillCallAnswer {
  readonly result: ToolResultBlock;
  readonly trace: SkillTrace;
}

/** Answers a call of `DiscoverSkills` or `Skill`; undefined for a call of anything else. */
export async function answerSkillCall(question: SkillCallQuestion): Promise<SkillCallAnswer | undefined> {
  if (question.call.name === discoverSkillsToolName) return discoverSkills(question);
  return question.call.name === skillToolName ? loadSkill(question) : undefined;
}

async function discoverSkills({ call, library, index, ranker }: SkillCallQuestion): Promise<SkillCallAnswer> {
  const input = readSearchInput(call.input);
  if (!input.isUsable) return { result: failed(call, input.problem), trace: { step: "discover-skills", found: [] } };
  const skills = await searchSkills(library, index, { query: input.query, limit: input.limit, ranker });
  const text =
    skills.length === 0
      ? `No skill found; searched ${library.skills.size}.`
      : `Skills found (load one with Skill before following it):\n${writeSkillList(skills)}`;
  return { result: answered(call, text), trace: { step: "discover-skills", found: skills.map(({ name }) => name) } };
}

async function loadSkill(question: SkillCallQuestion): Promise<SkillCallAnswer> {
  const { call, messages, library } = question;
  const { name } = (call.input ?? {}) as { readonly name?: unknown };
  const skill = typeof name === "string" ? library.find(name.trim()) : undefined;
  const wasDiscovered =
    skill !== undefined &&
    (question.discovered?.has(skill.name) === true || discoveredSkills(messages).has(skill.name));
  const trace = (isLoaded: boolean): SkillTrace => ({
    step: "skill",
    name: skill?.name ?? String(name),
    wasDiscovered,
    isLoaded,
  });
  if (skill === undefined) {
    const nearest = nearestNames(String(name), library.skills.keys());
    const hint =
      nearest.length === 0 ? `Search with ${discoverSkillsToolName}.` : `Nearest names: ${nearest.join(", ")}.`;
    return { result: failed(call, `There is no skill ${describeValue(name)}. ${hint}`), trace: trace(false) };
  }
  if (skill.isRemote && !wasDiscovered) {
    const text = `The skill ${skill.name} comes from ${skill.location} and was not discovered in this conversation: find it with ${discoverSkillsToolName} first.`;
    return { result: failed(call, text), trace: trace(false) };
  }
  try {
    return { result: answered(call, await library.load(skill.name)), trace: trace(true) };
  } catch (error) {
    const text = `The skill ${skill.name} could not be loaded: ${errorMessage(error)}`;
    return { result: failed(call, text), trace: trace(false) };
  }
}

function answered(call: ToolUseBlock, text: string): ToolResultBlock {
  return { type: "tool_result", tool_use_id: call.id, content: [textBlock(text)] };
}

function failed(call: ToolUseBlock, text: string): ToolResultBlock {
  return { ...answered(call, text), is_error: true };
}
