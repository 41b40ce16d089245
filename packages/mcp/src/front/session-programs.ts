import type { UsageHistory } from "@toolcrib/search";
import type { ListedTool, PooledTool } from "../lists/pooled-tool.ts";
import type { CallOptions } from "../pool/call-options.ts";
import { isPending } from "../pool/server-status.ts";
import type { ToolResult } from "../pool/tool-result.ts";
import type { FrontCallControl } from "./front-call-control.ts";
import { type FrontPrograms, type FrontProgramTool, programToolName } from "./front-programs.ts";
import { inPrompt } from "./front-tools.ts";
import type { FrontView } from "./front-view.ts";
import { describeForPrograms, valueForProgram } from "./program-values.ts";
import { runCall } from "./run-call.ts";
import { searchWaiting } from "./search-call.ts";
import { errorResult, textResult } from "./text-result.ts";

/** What programs need of the session of their client. */
export interface ProgramSession {
  /** Whom the client belongs to. */
  readonly caller: string;
  /** What the client may see and call now. */
  readonly view: () => FrontView;
  /** What admits and records the client's calls. */
  readonly callControl: () => FrontCallControl | undefined;
  /** The names of the tools that the description shows. */
  readonly shown: readonly string[];
  readonly waitMilliseconds: number;
  readonly waitedFor: Set<string>;
  /** Notes what is searched for, and returns what was learned so far. */
  startSearch(query: string): Promise<UsageHistory | undefined>;
  /** Notes a call that ran. */
  noteCall(name: string): void;
}

/** The programs of one client: every call is checked by the client's rules at that moment, as if the client had made it. */
export class SessionPrograms {
  readonly #programs: FrontPrograms;
  readonly #session: ProgramSession;

  constructor(programs: FrontPrograms, session: ProgramSession) {
    this.#programs = programs;
    this.#session = session;
  }

  /** The tool that takes programs, as it is listed. */
  tools(): readonly ListedTool[] {
    const { description, inputSchema } = this.#tool({});
    return [{ name: programToolName, title: "Run a program", description, inputSchema, _meta: inPrompt }];
  }

  async run(input: unknown, options: CallOptions): Promise<ToolResult> {
    const { view, waitMilliseconds } = this.#session;
    const { pool } = view();
    // A program knows the tools that exist when it starts.
    if (view().servers().some(isPending)) await pool.settled(waitMilliseconds);
    await pool.freshen("tools", waitMilliseconds);
    const signal = options.signal ?? new AbortController().signal;
    const { text, isError } = await this.#tool(options).answer(input, { signal });
    return isError ? errorResult(text) : textResult(text);
  }

  #tool(options: CallOptions): FrontProgramTool {
    let calls = 0;
    const execute = async (tool: PooledTool, input: unknown, signal: AbortSignal): Promise<unknown> => {
      const result = await this.#call(tool.name, input, optionsInProgram(options, signal));
      // Clients give up on a call that shows no progress.
      options.onProgress?.({ progress: ++calls, message: `Called ${tool.name}` });
      return valueForProgram(tool, result);
    };
    const { caller, view, shown } = this.#session;
    return this.#programs({
      caller,
      tools: view()
        .tools()
        .map((tool) => ({
          ...describeForPrograms(tool),
          execute: async (input, { signal }) => execute(tool, input, signal),
        })),
      shown,
      find: async (query, limit) => this.#find(query, limit),
      onUnknown: ({ name, arguments: input }) => this.#recordUnknown(name, input),
    });
  }

  async #call(name: string, input: unknown, options: CallOptions): Promise<ToolResult> {
    const { view, callControl } = this.#session;
    const [now, control] = [view(), callControl()];
    const { result, didRun } = await runCall({ view: now, tool: now.tool(name) ?? name, input, options, control });
    if (didRun) this.#session.noteCall(name);
    return result;
  }

  #recordUnknown(tool: string, input: unknown): void {
    const refused = { by: "gateway", outcome: "refused", refusal: "unknown", milliseconds: 0 } as const;
    this.#session.callControl()?.record({ tool, input, ...refused });
  }

  async #find(query: string, limit: number): Promise<readonly string[]> {
    const { view, waitMilliseconds, waitedFor } = this.#session;
    const usage = await this.#session.startSearch(query);
    const question = { view: view(), usage, waitMilliseconds, waitedFor };
    const { hits, candidates } = await searchWaiting(question, query, limit);
    return [...hits, ...candidates].map(({ name }) => name);
  }
}

/** A server's question must reach the client while the program waits: the program cannot be repeated with the answer. */
function optionsInProgram({ channel, meta }: CallOptions, signal: AbortSignal): CallOptions {
  return { signal, meta, channel: channel && { ...channel, takesInputRequired: false } };
}
