import { errorMessage } from "@toolcrib/shared/errors";
import type { CallResult, PendingCall } from "../sandbox/program-step.ts";
import type { ProgramTool } from "./program-tool.ts";
import type { CallDecision, RunProgramOptions } from "./run-program.ts";
import { unknownToolError } from "./tool-search.ts";

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
  const tools = byWrittenNames(options.tools);
  const results: CallResult[] = [];
  const parallel: (() => Promise<void>)[] = [];
  const inOrder: (() => Promise<void>)[] = [];
  for (const written of calls) {
    const tool = written.kind === "tool" ? tools.get(written.name) : undefined;
    // Whoever decides sees the real name.
    const call = tool === undefined ? written : { ...written, name: tool.name };
    const decision = tool === undefined || allowed.has(call.id) ? "run" : await (options.decide?.(call) ?? "run");
    if (decision === "hold") continue;
    const run = async () => {
      if (typeof decision === "object") return void results.push(decidedResult(call.id, decision));
      results.push(
        await answerCall(options, call, tool, signal).then(
          (value) => ({ id: call.id, value }),
          (error: unknown) => ({ id: call.id, error: errorMessage(error) }),
        ),
      );
    };
    (tool === undefined || tool.isReadOnly ? parallel : inOrder).push(run);
  }
  await Promise.all([runInOrder(inOrder), ...Array.from({ length: maxParallel }, () => runInOrder(parallel))]);
  return results.sort((left, right) => left.id - right.id);
}

function decidedResult(id: number, decision: Exclude<CallDecision, string>): CallResult {
  return "refuse" in decision ? { id, error: decision.refuse } : { id, value: decision.answer };
}

/** Tools by their names, and by how programs write them: `get_sum` is `get-sum` unless there is a tool of that name. */
function byWrittenNames(tools: readonly ProgramTool[]): ReadonlyMap<string, ProgramTool> {
  const written = tools.map((tool) => [tool.name.replace(/[^\w$]/g, "_"), tool] as const).toReversed();
  return new Map([...written, ...tools.map((tool) => [tool.name, tool] as const)]);
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
