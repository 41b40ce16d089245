import type { RankerChoice } from "@toolcrib/search";
import { nextTurn, type StartTimer, startTimer as startRuntimeTimer } from "@toolcrib/shared/timers";
import type { SearchIndex } from "../11-search-call/search-index.ts";
import { checkMessages } from "../conversation/check-message.ts";
import { blocksOf, isBlock, type Message, takesUserText, textBlock } from "../conversation/message.ts";
import { hasReferences } from "../conversation/turn-boundary/turn-boundary.ts";
import type { PolicyRule } from "../policy/policy-rule.ts";
import { allowedSkills } from "./allowed-skills.ts";
import { shownSkills, surfacedOpening } from "./discovered-skills.ts";
import { searchSkills } from "./search-skills.ts";
import type { SkillSummary } from "./skill.ts";
import type { SkillLibrary } from "./skill-library.ts";
import { writeSkillList } from "./skill-list.ts";
import { skillToolName } from "./skill-tools.ts";

/** A skill search that runs while the turn is still being prepared. */
export interface SkillPrefetch {
  /** What it has found so far, without waiting: nothing while it is running, or if it failed. */
  take(): readonly SkillSummary[];
  /** Resolves when it has ended or timed out; never rejects. */
  readonly done: Promise<void>;
}

/** Limits of a prefetch. */
export interface PrefetchOptions {
  /** The maximum number of skills. Default: 3. */
  readonly limit?: number;
  /** After this time it counts as ended, and later results are not shown; 0 disables it. Default: 500 ms. */
  readonly timeoutMilliseconds?: number;
  /** The ranker. Default: the index's own. */
  readonly ranker?: RankerChoice | undefined;
  /** Rules about tools: a skill that `Skill` may not be called with is not found. Default: none. */
  readonly policy?: readonly PolicyRule[] | undefined;
  readonly startTimer?: StartTimer;
}

const maxQueryLength = 400;

/** Starts a search for skills that fit the last user message. Never blocks: callers take what is available. */
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
    // On a busy machine, the time may pass before the search has had its turn.
    const timer = startTimer(timeoutMilliseconds, () => void nextTurn().then(() => end([])));
    searchSkills(allowed, index, { query, limit, ranker }).then(end, () => end([]));
  });
  return { take: () => found, done };
}

/** The skills that can be surfaced in the last user message: those the conversation already shows are left out. */
export function freshSkills(messages: readonly Message[], skills: readonly SkillSummary[]): readonly SkillSummary[] {
  checkMessages(messages);
  const last = messages.at(-1);
  // No text is added next to references (E11).
  if (last === undefined || skills.length === 0 || !takesUserText(messages) || hasReferences(last)) return [];
  const known = shownSkills(messages);
  return skills.filter(({ name }) => !known.has(name));
}

/** Surfaces fresh skills in the last user message, by name and description only. */
export function surfaceSkills(messages: readonly Message[], skills: readonly SkillSummary[]): readonly Message[] {
  const fresh = freshSkills(messages, skills);
  const last = messages.at(-1);
  return last === undefined || fresh.length === 0 ? messages : messages.with(-1, withSkillList(last, fresh));
}

/** The message with a list of skills appended. */
export function withSkillList(message: Message, skills: readonly SkillSummary[]): Message {
  const text = `${surfacedOpening} (load one with ${skillToolName} before following it):\n${writeSkillList(skills)}\n</system-reminder>`;
  return { ...message, content: [...blocksOf(message), textBlock(text)] };
}

/** The skill query for a user message: its text, without reminders; empty if no text may be added to it. */
export function skillQueryOf(message: Message): string {
  if (message.role !== "user" || hasReferences(message)) return "";
  const texts = blocksOf(message).flatMap((block) => (isBlock(block, "text") ? [block.text] : []));
  const words = texts.filter((text) => !text.startsWith("<system-reminder>")).join(" ");
  return plainWords(words).slice(0, maxQueryLength).trim();
}

/** Removes query syntax: people do not write it in messages, so text that looks like it is meant literally. */
function plainWords(text: string): string {
  return text.replace(/^\s*(?:select\s*:|\/)/i, " ").replace(/(^|\s)\+/g, " ");
}
