import type { Catalogue } from "../client/catalogue.ts";
import { type ModelTurn, type Player, PlayerStopped } from "../player/player.ts";
import { inputOf, type ModelCall, type ModelStep, type Prompt } from "../prompt/prompt.ts";
import type { SetUp } from "../set-ups/set-up.ts";
import type { Decision, Transcript, TranscriptStep } from "../transcripts/transcript.ts";
import { visibleTools } from "../transcripts/visible-tools.ts";

/** What a play from a transcript did otherwise than the transcript. */
interface Departures {
  /** Searches that gave other tools than recorded. */
  readonly offTranscript: readonly string[];
  /** Searches that were left out: there was nothing to search with, or what they found was there already. */
  readonly skipped: number;
}

export interface RecordedPlayer extends Player {
  readonly departures: (setUp: string, task: string) => Departures;
}

interface Course {
  readonly steps: readonly TranscriptStep[];
  next: number;
  /** What the searches that were made last should have brought, and what was there before them. */
  expected: ReadonlySet<string> | undefined;
  before: ReadonlySet<string>;
  readonly offTranscript: string[];
  skipped: number;
}

/**
 * Plays from transcripts. It knows no solution: what a transcript calls must be callable at that time, and what it searches for may
 * come or not.
 */
export function createRecordedPlayer(
  transcriptsOf: (setUp: string) => ReadonlyMap<string, Transcript> | undefined,
  { setUps, catalogue }: { readonly setUps: readonly SetUp[]; readonly catalogue: Catalogue },
): RecordedPlayer {
  const courses = new Map<string, Course>();
  return {
    play: async (turn) => {
      const key = keyOf(turn.setUp, turn.task.id);
      const setUp = setUps.find(({ name }) => name === turn.setUp);
      if (setUp === undefined) throw new PlayerStopped(`There is no set-up ${turn.setUp}.`);
      let course = courses.get(key);
      if (course === undefined || turn.number === 1) {
        course = startCourse(transcriptsOf(turn.setUp)?.get(turn.task.id));
        courses.set(key, course);
      }
      return nextStep(course, turn, setUp, catalogue);
    },
    departures(setUp, task) {
      const { offTranscript = [], skipped = 0 } = courses.get(keyOf(setUp, task)) ?? {};
      return { offTranscript, skipped };
    },
  };
}

function keyOf(setUp: string, task: string): string {
  return `${setUp} ${task}`;
}

function startCourse(transcript: Transcript | undefined): Course {
  if (transcript === undefined) throw new PlayerStopped("There is no transcript of this task.");
  return {
    steps: transcript.steps,
    next: 0,
    expected: undefined,
    before: new Set(),
    offTranscript: [],
    skipped: 0,
  };
}

function nextStep(course: Course, { prompt }: ModelTurn, setUp: SetUp, catalogue: Catalogue): ModelStep {
  const visible = visibleTools(prompt, catalogue);
  compareFound(course, visible);
  for (;;) {
    const step = course.steps[course.next];
    if (step === undefined) {
      throw new PlayerStopped("off-transcript: the conversation goes on where the transcript ended.");
    }
    course.next += 1;
    const { text, decisions = [] } = step;
    const later = course.steps.slice(course.next);
    const kept = decisions.filter((decision) => !isNeedless(decision, later, { visible, prompt, setUp }));
    course.skipped += decisions.length - kept.length;
    if (decisions.length > 0 && kept.length === 0) continue;
    const calls = kept.map((decision) => writeCall(decision, { visible, prompt, setUp }));
    const found = kept.flatMap((decision) => ("search" in decision ? decision.found : []));
    const searches = kept.some((decision) => "search" in decision);
    course.expected = searches ? new Set(found.filter((name) => !visible.has(name))) : undefined;
    course.before = visible;
    return { ...(text === undefined ? {} : { text }), ...(calls.length === 0 ? {} : { calls }) };
  }
}

/** Says where the searches before this prompt brought other tools than recorded. */
function compareFound(course: Course, visible: ReadonlySet<string>): void {
  const { expected, before } = course;
  course.expected = undefined;
  if (expected === undefined) return;
  const got = [...visible].filter((name) => !before.has(name));
  const missing = [...expected].filter((name) => !visible.has(name));
  const added = got.filter((name) => !expected.has(name));
  if (missing.length === 0 && added.length === 0) return;
  const parts = [...missing.map((name) => `-${name}`), ...added.map((name) => `+${name}`)];
  course.offTranscript.push(`step ${course.next}: ${parts.join(" ")}`);
}

interface Seen {
  readonly visible: ReadonlySet<string>;
  readonly prompt: Prompt;
  readonly setUp: SetUp;
}

/** Nobody searches without a search tool, or for what is there already. */
function isNeedless(decision: Decision, later: readonly TranscriptStep[], { visible, prompt, setUp }: Seen): boolean {
  if (!("search" in decision)) return false;
  if (searchToolOf(decision.search, prompt, setUp) === undefined) return true;
  const called = new Set(
    later.flatMap(({ decisions = [] }) => decisions.flatMap((one) => ("call" in one ? [one.call] : []))),
  );
  const wanted = decision.found.filter((name) => called.has(name));
  return wanted.length > 0 && wanted.every((name) => visible.has(name));
}

function searchToolOf(recorded: string, { tools }: Prompt, { searchTools }: SetUp): string | undefined {
  return [recorded, ...searchTools].find((name) => searchTools.includes(name) && tools.has(name));
}

function writeCall(decision: Decision, { visible, prompt, setUp }: Seen): ModelCall {
  if ("search" in decision) {
    const name = searchToolOf(decision.search, prompt, setUp) ?? decision.search;
    return { name, input: decision.input };
  }
  if ("use" in decision) {
    if (prompt.tools.has(decision.use)) return { name: decision.use, input: decision.input };
    throw new PlayerStopped(`The tool ${decision.use} did not come.`);
  }
  const { call, input, isBlind = false } = decision;
  if (prompt.tools.has(call)) return { name: call, input };
  const { callTool } = setUp;
  const canWrap = callTool !== undefined && prompt.tools.has(callTool);
  if (canWrap && (isBlind || visible.has(call)))
    return { name: callTool, input: { name: call, arguments: inputOf(input) } };
  if (isBlind) return { name: call, input };
  throw new PlayerStopped(`The tool ${call} did not come.`);
}
