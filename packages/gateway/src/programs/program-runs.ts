import { createHash } from "node:crypto";
import type { PendingCall, ProgramSource, ProgramStep } from "@toolcrib/code";
import type { ContentBlock, ToolUseBlock } from "@toolcrib/core";
import { isToolcribError } from "@toolcrib/shared/errors";
import { canonicalJson } from "@toolcrib/shared/json";
import type { StartTimer } from "@toolcrib/shared/timers";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { messagesDialectName } from "../contracts/messages-dialect-name.ts";
import type { ProgramRecord } from "../contracts/program-record.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { containerIdOf, isContainerId } from "../inner-form/container.ts";
import type { RequestBudget } from "../turn/request-budget.ts";
import { type EarlierState, findState, goneNote, openContainer } from "./container-state.ts";
import type { Container, Containers, WaitingProgram } from "./containers.ts";
import type { ForgottenContainers } from "./forgotten-containers.ts";
import { blocksOf } from "./inner-history.ts";
import { noteProgram, noteProgramResults, noteProgramStep } from "./note-program.ts";
import { callIdOf, errorCodeOf, isProgramBlock, losses, ownCall, programCall, shownResult } from "./program-blocks.ts";
import type { ProgramEngine, ProgramRun } from "./program-engine.ts";
import { invalid, type ProgramRequest } from "./program-request.ts";
import { type RecordedCalls, recordedCalls } from "./recorded-calls.ts";
import { startRunTime } from "./run-time.ts";
import type { ProgramRuntime } from "./with-programs.ts";

/** What the programs of a request need. */
export interface ProgramServices {
  readonly code: Pick<ProgramRuntime["code"], "readProgram">;
  readonly engine: ProgramEngine;
  readonly containers: Containers;
  /** Finds the container that a client forgot to send. */
  readonly forgotten: ForgottenContainers;
  readonly program: ProgramRequest;
  readonly budget: RequestBudget;
  /** Whom suspended programs belong to. */
  readonly owner: string;
  /** Starts the time in which a program ends or waits for the client. */
  readonly startTimer: StartTimer;
  readonly language: "javascript" | "python";
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
}

/** What a program came to. */
export interface ProgramOutcome {
  /** Calls that the gateway made for it, with their results. */
  readonly made: readonly ContentBlock[];
  /** Calls for the client; none if the program ended. */
  readonly calls: readonly ContentBlock[];
  readonly result: ContentBlock;
}

/** The programs of one request. */
export class ProgramRuns {
  readonly #request: ClientRequest;
  readonly #services: ProgramServices;
  #started = 0;
  #container: Container | undefined;
  /** What the next program continues with. */
  #earlier: EarlierState = {};
  /** The last program that has a result, with what the model wrote if this request started it. */
  #last: { readonly id: string; readonly input?: unknown } | undefined;
  /** What the first program continued with. */
  #source: Uint8Array | undefined;
  readonly #made: ContentBlock[] = [];

  constructor(request: ClientRequest, services: ProgramServices) {
    this.#request = request;
    this.#services = services;
  }

  /** How many programs were started. */
  get started(): number {
    return this.#started;
  }

  /** Where the program is that waits for the client. */
  get container(): Container | undefined {
    return this.#container;
  }

  /** Finds what earlier programs left; throws if the request names a container that is not the caller's. */
  async open(): Promise<void> {
    if (!this.#followsAnthropic) return;
    this.#earlier = await findState(this.#request, namedContainer(this.#request.body), this.#services);
    this.#source = this.#earlier.state;
  }

  /** The container for the next request, when no program runs any more. */
  async close(): Promise<Container | undefined> {
    if (this.#container !== undefined || !this.#followsAnthropic) return this.#container;
    if (this.#last === undefined) return this.#earlier.container;
    const { containers, forgotten, owner } = this.#services;
    const { id: program, input } = this.#last;
    const { state, note } = this.#earlier;
    const container = await containers.closeState({ program, state, note }, owner);
    await forgotten.rememberState(program, input, { container: container.id, origin: this.#origin });
    return container;
  }

  async start(id: string, input: unknown): Promise<ProgramOutcome> {
    this.#started++;
    this.#last = { id, input };
    const code = this.#services.code.readProgram(input);
    if (code === undefined) return failed(id, "invalid_tool_input");
    noteProgram(this.#request.trace, code);
    const { state, note } = this.#earlier;
    // One program tells the model; the next one knows.
    this.#earlier = { state };
    return this.#run({ code, ...(state && { state }) }, id, { answered: new Map(), approved: new Map() }, note);
  }

  /** Continues a program with the results that the conversation holds. */
  async resume(id: string): Promise<ProgramOutcome> {
    const { containers, forgotten, owner, program, budget } = this.#services;
    const { messages } = this.#request.body;
    const given = containerOf(this.#request.body, id);
    const open = (container: string | undefined) =>
      container === undefined ? undefined : openContainer(() => containers.open(container, id, owner));
    // Some clients send the id of the first container with every request.
    const waiting = (isContainerId(given) && (await open(given))) || (await open(await forgotten.find(id)));
    if (waiting === undefined) {
      throw invalid(
        "container",
        given === undefined
          ? "container_id is required when there are pending tool uses generated by code execution with tools."
          : "it was not found: it expired, belongs to another program or caller, or was kept by a process that ended",
      );
    }
    const recorded = recordedCalls(messages, id, {
      callable: program.callable,
      budget: budget.validation,
      takesTextOnly: this.#followsAnthropic,
    });
    const isKnown = (callId: string) => recorded.answered.has(callId) || recorded.approved.has(callId);
    if (!waiting.calls.some((call) => isKnown(callIdOf(id, call.id)))) {
      throw invalid("container", `the conversation has no result for a call that the program ${id} waits for`);
    }
    const known = this.#withTimeouts(recorded, waiting);
    noteProgramResults(
      this.#request.trace,
      waiting.calls.flatMap((call) => known.answered.get(callIdOf(id, call.id))?.result ?? []),
    );
    this.#last = { id };
    this.#source = waiting.snapshot;
    return this.#run(waiting, id, known, waiting.note);
  }

  /** The same for each attempt at a request. */
  get #origin(): string {
    const hash = createHash("sha256").update(canonicalJson(this.#made));
    return hash.update(this.#source ?? "").digest("base64url");
  }

  /** Whether the client knows Anthropic's contract, and keeps to it. */
  get #followsAnthropic(): boolean {
    const { dialect, hidesPrograms } = this.#request;
    return dialect === messagesDialectName && hidesPrograms !== true;
  }

  /** Results that come too late are errors in Anthropic's contract, if they answer what the program waits for. */
  #withTimeouts(recorded: RecordedCalls, { program: id, calls, waitedMilliseconds }: WaitingProgram): RecordedCalls {
    const { body } = this.#request;
    if (!this.#followsAnthropic || waitedMilliseconds <= maxWaitMilliseconds) return recorded;
    const last = body.messages.findLast(({ role }) => role === "assistant");
    const asked = new Set(last === undefined ? [] : blocksOf(last).map((block) => (block as Partial<ToolUseBlock>).id));
    const answered = new Map(recorded.answered);
    for (const { id: number, name } of calls) {
      const callId = callIdOf(id, number);
      const known = answered.get(callId);
      if (known !== undefined && asked.has(callId))
        answered.set(callId, { ...known, result: { error: timeoutOf(name) } });
    }
    return { ...recorded, answered };
  }

  /** One program runs per answer of the model. */
  refuse(id: string, input: unknown): ProgramOutcome {
    this.#last = { id, input };
    return failed(id, "too_many_requests");
  }

  async #run(
    source: ProgramSource,
    id: string,
    recorded: RecordedCalls,
    told: string | undefined,
  ): Promise<ProgramOutcome> {
    const { engine, startTimer, clock, language } = this.#services;
    const { signal, trace } = this.#request;
    const time = startRunTime(signal, startTimer);
    const keepsState = this.#followsAnthropic;
    const run: ProgramRun = { id, recorded, made: new Map(), calls: new Map(), signal: time.signal, keepsState };
    const startedAt = clock();
    const note = (status: ProgramRecord["status"], failure?: string) => {
      const code = "code" in source ? source.code : undefined;
      const calls = [...run.calls.values()].sort((left, right) => left.number - right.number);
      const isResumed = code === undefined;
      const milliseconds = clock() - startedAt;
      trace.program({
        id,
        language,
        ...(code !== undefined && { code }),
        isResumed,
        status,
        failure,
        calls,
        milliseconds,
      });
    };
    try {
      const step = await engine.run(source, run).finally(() => this.#made.push(...madeBlocks(run)));
      signal.throwIfAborted();
      if (step.status !== "waiting") this.#earlier = earlierOf(step);
      if (time.isUp) {
        note("failed", "execution_time_exceeded");
        return failed(id, "execution_time_exceeded", madeBlocks(run));
      }
      note(step.status, step.status === "failed" ? step.reason : undefined);
      return await this.#outcome(step, run, told);
    } catch (error) {
      if (!isToolcribError(error) || error instanceof GatewayError) throw error;
      if ("code" in source && source.state !== undefined && uselessStates.has(error.code)) {
        trace.warn(`A program started without the state of earlier ones: ${error.message}`);
        this.#earlier = {};
        return await this.#run({ code: source.code }, id, recorded, goneNote(whyUseless));
      }
      // What earlier programs left was in the interpreter that waited.
      if (!("code" in source)) this.#earlier = { note: goneNote("the program that waited could not go on") };
      trace.warn(`A program could not be run: ${error.message}`);
      const errorCode = errorCodes[error.code] ?? "unavailable";
      note("failed", errorCode);
      return failed(id, errorCode, madeBlocks(run));
    } finally {
      time.stop();
    }
  }

  async #outcome(step: ProgramStep, run: ProgramRun, note: string | undefined): Promise<ProgramOutcome> {
    const { id } = run;
    const result = shownResult(id, step, note);
    const made = madeBlocks(run);
    noteProgramStep(this.#request.trace, step);
    if (step.status !== "waiting") return { made, calls: [], result };
    const { calls, snapshot } = step;
    const { containers, forgotten, owner } = this.#services;
    const container = await containers.close({ program: id, snapshot, calls, note }, owner);
    this.#container = container;
    const shown = this.#shownCalls(calls, id);
    if (this.#followsAnthropic) {
      const asked = shown.filter(({ type }) => type === "tool_use");
      const place = { program: id, input: this.#last?.input, calls: asked };
      await forgotten.remember(place, { container: container.id, origin: this.#origin });
    }
    return { made, calls: shown, result };
  }

  /** The calls that the client answers or approves, without those that wait for others. */
  #shownCalls(calls: readonly PendingCall[], id: string): readonly ContentBlock[] {
    const { callable } = this.#services.program;
    let waitsForApproval = false;
    return calls.flatMap((call) => {
      const own = callable.get(call.name)?.own;
      // A call that the client makes must not overtake one that the gateway makes once it is approved.
      if (own === undefined) return waitsForApproval ? [] : [programCall(id, call)];
      if (!own.needsApproval) return [];
      waitsForApproval ||= !own.isReadOnly;
      return [ownCall(id, call.id, own, call.arguments)];
    });
  }
}

/** As long as Anthropic's API waits for a result. */
const maxWaitMilliseconds = 270_000;

const timeoutOf = (tool: string): string =>
  `TimeoutError: Calling tool ['${tool}'] timed out (no response after ${maxWaitMilliseconds / 1_000}s).`;

const errorCodes: Readonly<Record<string, string>> = {
  sandbox_busy: "too_many_requests",
  invalid_program: "invalid_tool_input",
};

function failed(id: string, errorCode: string, made: readonly ContentBlock[] = []): ProgramOutcome {
  return { made, calls: [], result: shownResult(id, { errorCode }) };
}

/** In the order of the program. */
function madeBlocks({ made }: ProgramRun): readonly ContentBlock[] {
  return [...made].sort(([left], [right]) => left - right).flatMap(([, blocks]) => blocks);
}

/** What a program leaves. The result of one that was ended from outside has no place for a note, so the next one's has it. */
function earlierOf(step: Exclude<ProgramStep, { readonly status: "waiting" }>): EarlierState {
  const { state, stateLoss } = step;
  if (step.status === "failed" && step.reason === "crash") return { note: goneNote("the interpreter failed") };
  const isUntold = stateLoss !== undefined && errorCodeOf(step) !== undefined;
  return isUntold ? { note: goneNote(losses[stateLoss]) } : { state };
}

/** States that another version made, or that it cannot repeat. */
const uselessStates: ReadonlySet<string> = new Set([
  "other_engine",
  "invalid_program_snapshot",
  "program_not_repeated",
]);
const whyUseless = "another version of the gateway ran these programs";

/** The container that the client sent: in the request, or with the program itself. */
function containerOf(body: MessagesBody, program: string): string | undefined {
  const given = namedContainer(body);
  if (given !== undefined) return given;
  const block = body.messages.flatMap(blocksOf).find((each) => isProgramBlock(each) && each.id === program);
  const { fingerprint } = (block ?? {}) as { readonly fingerprint?: unknown };
  return typeof fingerprint === "string" ? fingerprint : undefined;
}

function namedContainer({ container }: MessagesBody): string | undefined {
  return typeof container === "string" ? container : containerIdOf({ container });
}
