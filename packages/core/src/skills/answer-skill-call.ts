import type { RankerChoice } from "@toolcrib/search";
import { describeValue, errorMessage, isToolcribError } from "@toolcrib/shared/errors";
import { nearestNames } from "@toolcrib/shared/names";
import type { SearchIndex } from "../11-search-call/search-index.ts";
import { readSearchInput } from "../11-search-call/search-input.ts";
import { type Message, type ToolResultBlock, type ToolUseBlock, textBlock } from "../conversation/message.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import { allowedSkills, forbidsSkillCall } from "./allowed-skills.ts";
import { discoveredSkills } from "./discovered-skills.ts";
import { searchSkills } from "./search-skills.ts";
import type { SkillSummary } from "./skill.ts";
import type { SkillLibrary } from "./skill-library.ts";
import { writeSkillList } from "./skill-list.ts";
import { defaultSkillToolNames, discoverSkillsToolName, type SkillToolNames } from "./skill-tools.ts";
import type { SkillTrace } from "./skill-trace.ts";

/** The input for answering a call of a skill tool. */
export interface SkillCallQuestion {
  readonly call: ToolUseBlock;
  readonly messages: readonly Message[];
  readonly library: SkillLibrary;
  readonly index: SearchIndex;
  /** The ranker. Default: the index's own. */
  readonly ranker?: RankerChoice | undefined;
  /** Skills known to be discovered although the messages no longer show it. */
  readonly discovered?: ReadonlySet<string> | undefined;
  /** Rules about tools: a skill that `Skill` may not be called with does not exist for the caller. Default: none. */
  readonly policy?: readonly PolicyRule[] | undefined;
  /** The names of the two tools. Default: `DiscoverSkills` and `Skill`. */
  readonly names?: SkillToolNames | undefined;
}

/** The answer to a call of a skill tool. */
export interface SkillCallAnswer {
  readonly result: ToolResultBlock;
  readonly trace: SkillTrace;
}

/** One more than the maximum length of a name, so that a longer name never matches another skill. */
const maxNameLength = 65;

/** Answers a call of `DiscoverSkills` or `Skill`; undefined for any other call. */
export async function answerSkillCall(question: SkillCallQuestion): Promise<SkillCallAnswer | undefined> {
  const { call, names = defaultSkillToolNames, policy = [] } = question;
  if (call.name !== names.discover && call.name !== names.load) return undefined;
  const allowed = { ...question, library: allowedSkills(question.library, policy) };
  return call.name === names.discover ? discoverSkills(allowed, names) : loadSkill(allowed, names);
}

async function discoverSkills(
  { call, library, index, ranker, policy = [] }: SkillCallQuestion,
  names: SkillToolNames,
): Promise<SkillCallAnswer> {
  if (forbidsSkillCall(discoverSkillsToolName, call.input, policy)) {
    const text = `${names.discover} was not run: a rule of the user's policy forbids this call.`;
    return { result: failed(call, text), trace: { step: "discover-skills", found: [] } };
  }
  const input = readSearchInput(call.input);
  if (!input.isUsable) return { result: failed(call, input.problem), trace: { step: "discover-skills", found: [] } };
  let skills: readonly SkillSummary[];
  try {
    skills = await searchSkills(library, index, { query: input.query, limit: input.limit, ranker });
  } catch (error) {
    // A query that is too long, or a pattern that is not one.
    if (!isToolcribError(error)) throw error;
    return { result: failed(call, error.message), trace: { step: "discover-skills", found: [] } };
  }
  const text =
    skills.length === 0
      ? `No skill found; searched ${library.skills.size}.`
      : `Skills found (load one with ${names.load} before following it):\n${writeSkillList(skills)}`;
  return { result: answered(call, text), trace: { step: "discover-skills", found: skills.map(({ name }) => name) } };
}

async function loadSkill(question: SkillCallQuestion, names: SkillToolNames): Promise<SkillCallAnswer> {
  const { call, messages, library } = question;
  const { name: given } = (call.input ?? {}) as { readonly name?: unknown };
  // A model can write anything: text longer than a name is not a name.
  const wanted = typeof given === "string" ? given.trim().slice(0, maxNameLength) : "";
  const skill = library.find(wanted);
  const wasDiscovered =
    skill !== undefined &&
    (question.discovered?.has(skill.name) === true || discoveredSkills(messages).has(skill.name));
  const trace = (isLoaded: boolean): SkillTrace => ({
    step: "skill",
    name: skill?.name ?? wanted,
    wasDiscovered,
    isLoaded,
  });
  if (skill === undefined) {
    const nearest = nearestNames(wanted, library.skills.keys());
    const hint = nearest.length === 0 ? `Search with ${names.discover}.` : `Nearest names: ${nearest.join(", ")}.`;
    return { result: failed(call, `There is no skill ${describeValue(given)}. ${hint}`), trace: trace(false) };
  }
  if (skill.isRemote && !wasDiscovered) {
    const text = `The skill ${skill.name} comes from ${skill.location} and was not discovered in this conversation: find it with ${names.discover} first.`;
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
