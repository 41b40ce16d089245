import type { CallDecision, FindTools, PendingCall, ProgramSource, ProgramStep, ProgramTool } from "@toolcrib/code";
import type { ContentBlock, Tool } from "@toolcrib/core";
import { findRuleAgainstCall } from "@toolcrib/core/policy";
import { canonicalJson } from "@toolcrib/shared/json";
import type { CatalogueIndexes } from "../catalogue/catalogue-indexes.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { ProgramCallRecord } from "../contracts/program-record.ts";
import type { ToolCallOutcome } from "../contracts/toolset.ts";
import { findTools } from "../plan/server-search/find-tools.ts";
import type { RequestBudget } from "../turn/request-budget.ts";
import { type CallableTool, describedTool, readResultText } from "./callable-tools.ts";
import { callIdOf, ownCall, ownResult } from "./program-blocks.ts";
import { invalid, type ProgramRequest } from "./program-request.ts";
import { shownTools } from "./program-tool.ts";
import type { RecordedCalls, ShownProgramCall } from "./recorded-calls.ts";
import type { ProgramRuntime } from "./with-programs.ts";

/** What the engine of one request is made of. */
export interface EngineParts {
  readonly runtime: Pick<ProgramRuntime, "code" | "sandbox">;
  readonly program: ProgramRequest;
  readonly request: ClientRequest;
  readonly indexes: CatalogueIndexes;
  readonly budget: RequestBudget;
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
}

/** A program while it runs. */
export interface ProgramRun {
  readonly id: string;
  readonly recorded: RecordedCalls;
  /** The blocks of the calls that the gateway made, by the number of the call. Filled while it runs. */
  readonly made: Map<number, readonly ContentBlock[]>;
  readonly signal: AbortSignal;
  /** Whether later programs continue with its state. */
  readonly keepsState: boolean;
  /** What the trace says about its calls, by their numbers. Filled while it runs. */
  readonly calls: Map<number, ProgramCallRecord>;
}

/** Clients may take their time; the container expires before the program. */
const limits = { wallMilliseconds: 2 * 60 * 60_000, outputLength: 50_000, valueLength: 50_000 };

/** Runs the programs of one request. Calls of the client's tools are left to the client; everything else is answered here. */
export class ProgramEngine {
  readonly #parts: EngineParts;
  /** The same list for all searches: indexes recognise it. */
  readonly #searched: readonly Tool[];

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#searched = [...parts.program.callable.values()].map(({ tool }) => tool);
  }

  /** Runs a program until it ends or waits for the client. */
  run(source: ProgramSource, run: ProgramRun): Promise<ProgramStep> {
    const { runtime, program } = this.#parts;
    const { code, sandbox } = runtime;
    const shown = shownTools(program).map(({ tool }) => tool.name);
    const all = [...program.callable.values()];
    const find: FindTools = (query, limit) => this.#find(query, limit);
    const search =
      shown.length < all.length
        ? { search: code.createToolSearch(all.map(describedTool), sandbox.language, find) }
        : {};
    return code.runProgram(
      {
        sandbox,
        tools: all.map((tool) => this.#programTool(tool, run)),
        shown,
        ...search,
        decide: (call) => {
          const decision = this.#decide(call, run);
          this.#note(call, decision, run);
          return decision;
        },
        onUnknown: (call) => this.#noteUnknown(call, run),
        mayCompare: (names) => this.#parts.budget.hints.take(names),
        limits,
        keepState: run.keepsState,
        signal: run.signal,
      },
      source,
    );
  }

  #programTool(callable: CallableTool, { id: program, recorded, made, calls }: ProgramRun): ProgramTool {
    const { tool, own } = callable;
    return {
      name: tool.name,
      isReadOnly: own?.isReadOnly === true,
      execute: async (input, { signal, call }) => {
        if (own === undefined) throw new TypeError("Expected a tool of an MCP server, got one of the client.");
        const { budget } = this.#parts;
        const outcome = budget.takeCall() ? await own.call(input, { signal, program }) : refusal(budget.refusal);
        const isShown = recorded.approved.has(callIdOf(program, call));
        made.set(call, [...(isShown ? [] : [ownCall(program, call, own, input)]), ownResult(program, call, outcome)]);
        const known = calls.get(call);
        if (known !== undefined) calls.set(call, { ...known, state: outcome.isError ? "failed" : "answered" });
        const text = textOf(outcome);
        if (outcome.isError) throw new Error(text);
        const result = readResultText(callable, text, budget.validation);
        if ("error" in result) throw new Error(result.error);
        return result.value;
      },
    };
  }

  /** A call that the conversation answers is not made again. Calls of the client's tools wait for the client; rules apply to all. */
  #decide(call: PendingCall, run: ProgramRun): CallDecision {
    const { program, request } = this.#parts;
    const { id, recorded } = run;
    const callId = callIdOf(id, call.id);
    const known = recorded.answered.get(callId);
    const shown = known ?? recorded.approved.get(callId);
    if (shown !== undefined && !isSameCall(shown, call)) {
      throw invalid("messages", `the calls of the program ${id} are not those that it made`);
    }
    if (known !== undefined) {
      return "error" in known.result ? { refuse: known.result.error } : { answer: known.result.value };
    }
    const callable = program.callable.get(call.name);
    if (callable === undefined) return "run";
    if (findRuleAgainstCall(callable.tool, call.arguments, request.policy) !== undefined) {
      const { name: tool, arguments: input } = call;
      const refused = { by: "gateway", outcome: "refused", refusal: "policy", id: callId } as const;
      request.callControl?.record({ tool, input, ...refused });
      return { refuse: `${call.name} was not run: a rule of the user's policy forbids this call.` };
    }
    if (callable.own === undefined) return "hold";
    return callable.own.needsApproval && shown === undefined ? "hold" : "run";
  }

  #note(
    { id: number, name, arguments: input }: PendingCall,
    decision: CallDecision,
    { id, recorded, calls }: ProgramRun,
  ) {
    const own = this.#parts.program.callable.get(name)?.own;
    const isAnswered = recorded.answered.has(callIdOf(id, number));
    const state = stateOf(decision, { isAnswered, needsApproval: own?.needsApproval === true });
    calls.set(number, { number, name, by: own === undefined ? "client" : "gateway", state, arguments: input });
  }

  /** Names that programs make up are calls too: whoever reads the audit log sees what was tried. */
  #noteUnknown({ id: number, name: tool, arguments: input }: PendingCall, { id, calls }: ProgramRun): void {
    const refused = { by: "gateway", outcome: "refused", refusal: "unknown", id: callIdOf(id, number) } as const;
    this.#parts.request.callControl?.record({ tool, input, ...refused });
    calls.set(number, { number, name: tool, by: "gateway", state: "refused", arguments: input });
  }

  async #find(query: string, limit: number): Promise<readonly string[]> {
    const { request, indexes, clock } = this.#parts;
    const { trace, learning } = request;
    const startedAt = clock();
    trace.flow({ from: "gateway", to: "catalogue", title: "Look up for a program", payload: () => query });
    const catalogue = indexes.of(this.#searched, "meaning");
    const found = await findTools(catalogue, { ranker: "hybrid", learning }, "bm25", { query, limit });
    const { names: hits, searched } = found;
    const miss = hits.length === 0 ? { miss: `no match among ${searched} tools` } : {};
    const milliseconds = clock() - startedAt;
    trace.search({ kind: "program", query, ranker: "hybrid", searched, hits, ...miss, milliseconds });
    trace.flow({ from: "catalogue", to: "gateway", title: `${hits.length} found`, payload: () => hits });
    return hits;
  }
}

function stateOf(
  decision: CallDecision,
  { isAnswered, needsApproval }: { readonly isAnswered: boolean; readonly needsApproval: boolean },
): ProgramCallRecord["state"] {
  if (decision === "run") return "waiting";
  if (decision === "hold") return needsApproval ? "approval" : "waiting";
  if ("answer" in decision) return "answered";
  return isAnswered ? "failed" : "refused";
}

function isSameCall({ name, input }: ShownProgramCall, call: PendingCall): boolean {
  return name === call.name && canonicalJson(input) === canonicalJson(call.arguments);
}

function textOf({ content }: ToolCallOutcome): string {
  return content.map((block) => (block as { readonly text?: string }).text ?? "").join("\n");
}

const refusal = (text: string): ToolCallOutcome => ({ content: [{ type: "text", text }], isError: true });
