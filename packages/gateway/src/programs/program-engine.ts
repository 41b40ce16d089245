import type * as Code from "@toolcrib/code";
import type { CallResult, PendingCall, ProgramStep, Sandbox, ToolSearch } from "@toolcrib/code";
import { findRuleAgainstCall, type PolicyRule } from "@toolcrib/core/policy";
import { nearestNames } from "@toolcrib/shared/names";
import type { ProgramRequest } from "./program-request.ts";
import { describedTool } from "./program-tool.ts";

/** Runs the programs of one request. Calls of tools are left to the client; everything else is answered here. */
export class ProgramEngine {
  readonly #sandbox: Sandbox;
  readonly #code: typeof Code;
  readonly #program: ProgramRequest;
  readonly #policy: readonly PolicyRule[];
  readonly #signal: AbortSignal;
  #search: ToolSearch | undefined;

  constructor(
    sandbox: Sandbox,
    code: typeof Code,
    program: ProgramRequest,
    policy: readonly PolicyRule[],
    signal: AbortSignal,
  ) {
    this.#sandbox = sandbox;
    this.#code = code;
    this.#program = program;
    this.#policy = policy;
    this.#signal = signal;
  }

  async start(code: string): Promise<ProgramStep> {
    const tools = [...this.#program.callable].filter(([, tool]) => tool.defer_loading !== true).map(([name]) => name);
    const search = tools.length < this.#program.callable.size;
    return this.#answerInside(await this.#sandbox.start({ code, tools, search, limits, signal: this.#signal }));
  }

  async resume(snapshot: Uint8Array, results: readonly CallResult[]): Promise<ProgramStep> {
    return this.#answerInside(await this.#sandbox.resume(snapshot, results, { signal: this.#signal }));
  }

  /** Continues until the program ends or waits for the client alone. */
  async #answerInside(given: ProgramStep): Promise<ProgramStep> {
    let step = given;
    while (step.status === "waiting") {
      const results = await Promise.all(step.calls.map((call) => this.#answer(call)));
      const own = results.filter((result) => result !== undefined);
      if (own.length === 0) return step;
      step = await this.#sandbox.resume(step.snapshot, own, { signal: this.#signal });
    }
    return step;
  }

  /** Undefined for calls that the client answers. */
  async #answer({ id, kind, name, arguments: input }: PendingCall): Promise<CallResult | undefined> {
    if (kind !== "tool") return this.#answerSearch(id, kind, input);
    const tool = this.#program.callable.get(name);
    if (tool === undefined) return { id, error: this.#unknown(name) };
    if (findRuleAgainstCall(tool, input, this.#policy) === undefined) return undefined;
    return { id, error: `${name} was not run: a rule of the user's policy forbids this call.` };
  }

  async #answerSearch(id: number, kind: "search" | "describe", input: PendingCall["arguments"]): Promise<CallResult> {
    this.#search ??= this.#code.createToolSearch(
      [...this.#program.callable.values()].map(describedTool),
      this.#sandbox.language,
    );
    const { query, limit, name } = input;
    if (kind === "search") {
      const count = typeof limit === "number" && limit >= 1 ? Math.min(Math.floor(limit), maxFound) : defaultFound;
      return { id, value: await this.#search.search(String(query).slice(0, maxQueryLength), count) };
    }
    const found = await this.#search.describe(String(name));
    return found === undefined ? { id, error: this.#unknown(String(name)) } : { id, value: found };
  }

  #unknown(name: string): string {
    const nearest = nearestNames(name, this.#program.callable.keys());
    const hint = nearest.length === 0 ? "" : ` Nearest names: ${nearest.join(", ")}.`;
    return `There is no tool ${JSON.stringify(name.slice(0, 100))}.${hint}`;
  }
}

const defaultFound = 5;
const maxFound = 50;
const maxQueryLength = 500;
/** Clients may take their time; the container expires before the program. */
const limits = { wallMilliseconds: 2 * 60 * 60_000, outputLength: 50_000, valueLength: 50_000 };
