import { errorMessage } from "@toolcrib/shared/errors";
import { nearestNames } from "@toolcrib/shared/names";
import { nextTurn } from "@toolcrib/shared/timers";
import type { CallResult, PendingCall } from "../sandbox/program-step.ts";
import type { ProgramTool } from "./program-tool.ts";
import type { CallDecision, RunProgramOptions } from "./run-program.ts";
import { byWrittenNames } from "./written-names.ts";

const maxParallel = 8;
const defaultFound = 5;
const maxFound = 50;
const maxQueryLength = 500;

/** What answers the calls of one run of a program. */
export interface CallAnswers extends RunProgramOptions {
  readonly signal: AbortSignal;
  readonly toolOf: (call: PendingCall) => ProgramTool | undefined;
  readonly mayCompare: (names: number) => boolean;
}

/** How many names are compared for calls of tools that do not exist, if the options do not say. */
const maxComparedNames = 100_000;

/** What belongs to one run is made once for all of its steps. */
export function callAnswers(options: RunProgramOptions, signal: AbortSignal): CallAnswers {
  let left = maxComparedNames;
  const mayCompare = (names: number): boolean => {
    left -= names;
    return left >= 0;
  };
  return { mayCompare, ...options, signal, toolOf: toolFinder(options) };
}

/** The results of all calls that may run. Calls that are held have none. */
export async function answerCalls(
  options: CallAnswers,
  calls: readonly PendingCall[],
  allowed: ReadonlySet<number>,
): Promise<CallResult[]> {
  const { toolOf } = options;
  const results: CallResult[] = [];
  const parallel: (() => Promise<void>)[] = [];
  const inOrder: (() => Promise<void>)[] = [];
  let isWriteHeld = false;
  for (const written of calls) {
    const tool = toolOf(written);
    if (tool === undefined && written.kind === "tool") options.onUnknown?.(written);
    // Whoever decides sees the real name.
    const call = tool === undefined ? written : { ...written, name: tool.name };
    const isAllowed = tool === undefined || allowed.has(call.id);
    const decided = isAllowed ? "run" : await (options.decide?.(call) ?? "run");
    const changes = tool !== undefined && tool.isReadOnly !== true;
    // A call that changes something does not overtake one that waits for a decision.
    const decision = decided === "run" && changes && isWriteHeld && !isAllowed ? "hold" : decided;
    if (decision === "hold") {
      isWriteHeld ||= changes;
      continue;
    }
    const run = async () => {
      if (typeof decision === "object") return void results.push(decidedResult(call.id, decision));
      results.push(
        await answerCall(options, call, tool).then(
          (value) => ({ id: call.id, value }),
          (error: unknown) => ({ id: call.id, error: errorMessage(error) }),
        ),
      );
    };
    (changes ? inOrder : parallel).push(run);
  }
  await Promise.all([runInOrder(inOrder), ...Array.from({ length: maxParallel }, () => runInOrder(parallel))]);
  return results.sort((left, right) => left.id - right.id);
}

function decidedResult(id: number, decision: Exclude<CallDecision, string>): CallResult {
  return "refuse" in decision ? { id, error: decision.refuse } : { id, value: decision.answer };
}

/** Calls with the real names of their tools. */
export function withRealNames({ toolOf }: CallAnswers, calls: readonly PendingCall[]): readonly PendingCall[] {
  return calls.map((call) => ({ ...call, name: toolOf(call)?.name ?? call.name }));
}

function toolFinder({ tools, sandbox }: RunProgramOptions): (call: PendingCall) => ProgramTool | undefined {
  const byName = byWrittenNames(tools, sandbox.language);
  return ({ kind, name }) => (kind === "tool" ? byName.get(name) : undefined);
}

async function runInOrder(queue: (() => Promise<void>)[]): Promise<void> {
  for (let run = queue.shift(); run !== undefined; run = queue.shift()) await run();
}

async function answerCall(
  answers: CallAnswers,
  { id, kind, name, arguments: input }: PendingCall,
  tool: ProgramTool | undefined,
): Promise<unknown> {
  const { search, signal } = answers;
  signal.throwIfAborted();
  if (tool !== undefined) return await tool.execute(input, { signal, call: id });
  // A program may make all of its calls at once: each that is answered here leaves a turn to other work.
  await nextTurn();
  signal.throwIfAborted();
  if (kind === "tool") throw unknownTool(name, answers);
  if (search === undefined) throw new Error(`There is no function ${kind}.`);
  const { query, limit, name: wanted } = input;
  if (kind === "search") {
    if (typeof query !== "string") throw new TypeError("search takes a query as a string, and a limit.");
    const count = typeof limit === "number" && limit >= 1 ? Math.min(Math.floor(limit), maxFound) : defaultFound;
    return search.search(query.slice(0, maxQueryLength), count);
  }
  if (typeof wanted !== "string") throw new TypeError("describe takes the name of a tool.");
  const found = await search.describe(wanted);
  if (found === undefined) throw unknownTool(wanted, answers);
  return found;
}

/** An error that helps a program to find what it meant, as long as comparing all names is not too much. */
function unknownTool(name: string, { tools, mayCompare }: CallAnswers): Error {
  const nearest = mayCompare(tools.length)
    ? nearestNames(
        name,
        tools.map((tool) => tool.name),
      )
    : [];
  const hint = nearest.length > 0 ? ` Nearest names: ${nearest.join(", ")}.` : "";
  return new Error(`There is no tool ${JSON.stringify(name.slice(0, 100))}.${hint}`);
}
