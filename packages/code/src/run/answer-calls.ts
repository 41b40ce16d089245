import { errorMessage } from "@toolcrib/shared/errors";
import type { CallResult, PendingCall } from "../sandbox/program-step.ts";
import type { ProgramTool } from "./program-tool.ts";
import type { CallDecision, RunProgramOptions } from "./run-program.ts";
import { unknownToolError } from "./tool-search.ts";
import { byWrittenNames } from "./written-names.ts";

const maxParallel = 8;
const defaultFound = 5;
const maxFound = 50;
const maxQueryLength = 500;

/** The results of all calls that may run. Calls that are held have none. */
export async function answerCalls(
  options: RunProgramOptions,
  calls: readonly PendingCall[],
  allowed: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<CallResult[]> {
  const toolOf = toolFinder(options);
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
        await answerCall(options, call, tool, signal).then(
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
export function withRealNames(options: RunProgramOptions, calls: readonly PendingCall[]): readonly PendingCall[] {
  const toolOf = toolFinder(options);
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
  { search, tools }: RunProgramOptions,
  { id, kind, name, arguments: input }: PendingCall,
  tool: ProgramTool | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  signal.throwIfAborted();
  if (kind === "tool") {
    if (tool === undefined)
      throw new Error(
        unknownToolError(
          name,
          tools.map((each) => each.name),
        ),
      );
    return await tool.execute(input, { signal, call: id });
  }
  if (search === undefined) throw new Error(`There is no function ${kind}.`);
  const { query, limit, name: wanted } = input;
  if (kind === "search") {
    if (typeof query !== "string") throw new TypeError("search takes a query as a string, and a limit.");
    const count = typeof limit === "number" && limit >= 1 ? Math.min(Math.floor(limit), maxFound) : defaultFound;
    return search.search(query.slice(0, maxQueryLength), count);
  }
  if (typeof wanted !== "string") throw new TypeError("describe takes the name of a tool.");
  const found = await search.describe(wanted);
  if (found === undefined)
    throw new Error(
      unknownToolError(
        wanted,
        tools.map((each) => each.name),
      ),
    );
  return found;
}
