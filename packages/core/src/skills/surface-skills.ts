import { blocksOf, isBlock, type Message, takesUserText, textBlock } from "../conversation/message.ts";
import type { SearchIndex } from "../search-call/search-index.ts";
import { type StartTimer, startTimer as startRuntimeTimer } from "../session/timer.ts";
import { discoveredSkills, surfacedOpening } from "./discovered-skills.ts";
import type { SkillSummary } from "./skill.ts";
import { type SkillLibrary, searchSkills } from "./skill-library.ts";
import { writeSkillList } from "./skill-list.ts";

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
  /** After this time it counts as ended, and what comes later is not shown. Default: 1,000 ms. */
  readonly timeoutMilliseconds?: number;
  readonly startTimer?: StartTimer;
}

const longestQuery = 400;

/** Starts looking for skills for the last user message. It never blocks: whoever needs it takes what is there. */
export function prefetchSkills(
  messages: readonly Message[],
  library: SkillLibrary | undefined,
  index: SearchIndex,
  { limit = 3, timeoutMilliseconds = 1_000, startTimer = startRuntimeTimer }: PrefetchOptions = {},
): SkillPrefetch {
  const query = lastUserText(messages).slice(0, longestQuery);
  if (library === undefined || query === "") return { take: () => [], done: Promise.resolve() };
  let found: readonly SkillSummary[] = [];
  let isOver = false;
  const done = new Promise<void>((resolve) => {
    const end = (skills: readonly SkillSummary[]): void => {
      if (isOver) return;
      isOver = true;
      found = skills;
      cancel();
      resolve();
    };
    const cancel = startTimer(timeoutMilliseconds, () => end([]));
    searchSkills(library, index, query, limit).then(end, () => end([]));
  });
  return { take: () => found, done };
}

/** The conversation with skills shown in its last user message, name and description only; those already shown are not repeated. */
export function surfaceSkills(messages: readonly Message[], skills: readonly SkillSummary[]): readonly Message[] {
  const position = messages.length - 1;
  const last = messages[position];
  if (last === undefined || skills.length === 0 || !takesUserText(messages)) return messages;
  const known = discoveredSkills(messages);
  const fresh = skills.filter(({ name }) => !known.has(name));
  if (fresh.length === 0) return messages;
  const text = `${surfacedOpening} (load one with Skill before following it):\n${writeSkillList(fresh)}\n</system-reminder>`;
  return messages.with(position, { ...last, content: [...blocksOf(last), textBlock(text)] });
}

function lastUserText(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === "user");
  if (last === undefined) return "";
  const texts = blocksOf(last).flatMap((block) => (isBlock(block, "text") ? [block.text] : []));
  return texts
    .filter((text) => !text.startsWith("<system-reminder>"))
    .join(" ")
    .trim();
}
