import type { RankerChoice } from "@toolcrib/search";
import { type StartTimer, startTimer as startRuntimeTimer } from "@toolcrib/shared/timers";
import type { SearchIndex } from "../11-search-call/search-index.ts";
import { checkMessages } from "../conversation/check-message.ts";
import { blocksOf, isBlock, type Message, takesUserText, textBlock } from "../conversation/message.ts";
import { hasReferences } from "../conversation/turn-boundary/turn-boundary.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import { allowedSkills } from "./allowed-skills.ts";
import { shownSkills, surfacedOpening } from "./discovered-skills.ts";
import type { SkillSummary } from "./skill.ts";
import { type SkillLibrary, searchSkills } from "./skill-library.ts";
import { writeSkillList } from "./skill-list.ts";
import { skillToolName } from "./skill-tools.ts";

/** A search for skills that was started while the turn is still being put together. */
export interface SkillPrefetch {
  /** What it has found so far, at once: nothing while it is still running, or if it failed. */
  take(): readonly SkillSummary[];
  /** Ends when it has ended or its time is over; never rejects. */
  readonly done: Promise<void>;
}

/** How a prefetch is bounded. */
export interface PrefetchOptions {
  /** How many skills at the most. Default: 3. */
  readonly limit?: number;
  /** After this time it counts as ended, and what comes later is not shown; 0 looks for none. Default: 500 ms. */
  readonly timeoutMilliseconds?: number;
  /** The ranker. Default: the index's own. */
  readonly ranker?: RankerChoice | undefined;
  /** Rules about tools: a skill that `Skill` may not be called with is not found. Default: none. */
  readonly policy?: readonly PolicyRule[] | undefined;
  readonly startTimer?: StartTimer;
}

const maxQueryLength = 400;

/** Starts looking for skills for the last user message. It never blocks: whoever needs it takes what is there. */
export function prefetchSkills(
  messages: readonly Message[],
  library: SkillLibrary | undefined,
  index: SearchIndex,
  { limit = 3, timeoutMilliseconds = 500, ranker, policy = [], startTimer = startRuntimeTimer }: PrefetchOptions = {},
): SkillPrefetch {
  checkMessages(messages);
  const last = messages.findLast(({ role }) => role === "user");
  const query = last === undefined ? "" : skillQueryOf(last);
  const isOff = library === undefined || query === "" || timeoutMilliseconds === 0;
  if (isOff) return { take: () => [], done: Promise.resolve() };
  const allowed = allowedSkills(library, policy);
  let found: readonly SkillSummary[] = [];
  let isOver = false;
  const done = new Promise<void>((resolve) => {
    const end = (skills: readonly SkillSummary[]): void => {
      if (isOver) return;
      isOver = true;
      found = skills;
      timer.stop();
      resolve();
    };
    const timer = startTimer(timeoutMilliseconds, () => end([]));
    searchSkills(allowed, index, { query, limit, ranker }).then(end, () => end([]));
  });
  return { take: () => found, done };
}

/** Of some skills, those that the last user message can show: what the conversation shows already is left out. */
export function freshSkills(messages: readonly Message[], skills: readonly SkillSummary[]): readonly SkillSummary[] {
  checkMessages(messages);
  const last = messages.at(-1);
  // Nothing is said beside references (E11).
  if (last === undefined || skills.length === 0 || !takesUserText(messages) || hasReferences(last)) return [];
  const known = shownSkills(messages);
  return skills.filter(({ name }) => !known.has(name));
}

/** The conversation with skills shown in its last user message, name and description only, as far as they are fresh. */
export function surfaceSkills(messages: readonly Message[], skills: readonly SkillSummary[]): readonly Message[] {
  const fresh = freshSkills(messages, skills);
  const last = messages.at(-1);
  return last === undefined || fresh.length === 0 ? messages : messages.with(-1, withSkillList(last, fresh));
}

/** The message with a list of skills behind its content. */
export function withSkillList(message: Message, skills: readonly SkillSummary[]): Message {
  const text = `${surfacedOpening} (load one with ${skillToolName} before following it):\n${writeSkillList(skills)}\n</system-reminder>`;
  return { ...message, content: [...blocksOf(message), textBlock(text)] };
}

/** What a search for skills asks for a user's message: its words, without reminders; empty where nothing may be said to it. */
export function skillQueryOf(message: Message): string {
  if (message.role !== "user" || hasReferences(message)) return "";
  const texts = blocksOf(message).flatMap((block) => (isBlock(block, "text") ? [block.text] : []));
  const words = texts.filter((text) => !text.startsWith("<system-reminder>")).join(" ");
  return plainWords(words).slice(0, maxQueryLength).trim();
}

/** Words alone: people do not write queries, so what looks like one is none. */
function plainWords(text: string): string {
  return text.replace(/^\s*(?:select\s*:|\/)/i, " ").replace(/(^|\s)\+/g, " ");
}
