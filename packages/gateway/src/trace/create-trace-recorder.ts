import type { Redactor } from "@toolcrib/core/redaction";
import { errorMessage } from "@toolcrib/shared/errors";
import type { ProgramRecord } from "../contracts/program-record.ts";
import type { Savings } from "../contracts/savings.ts";
import type {
  FlowStep,
  RunningTrace,
  SearchRecord,
  TraceFacts,
  TraceRecord,
  TraceRecorder,
  UpstreamCallRecord,
} from "../contracts/trace.ts";
import { inputUsage } from "../inner-form/input-usage.ts";
import { sumUsage } from "../inner-form/sum-usage.ts";
import { noSavings } from "../savings/add-savings.ts";
import { budgetOf, countSavings } from "../savings/count-savings.ts";
import type { FindPrice } from "../savings/prices.ts";

export interface TraceRecorderOptions {
  /** Called on first use: the request itself does not need an id. */
  readonly createId: () => string;
  readonly kind: TraceRecord["kind"];
  /** Whether payloads of flow steps are captured. */
  readonly capturesContent: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Monotonic milliseconds, for durations. */
  readonly clock: () => number;
  /** Applied to everything that is recorded. */
  readonly redactor: Redactor;
  /** Finds the prices of models. Default: no model has a price. */
  readonly findPrice?: FindPrice | undefined;
  /** Called after each step of the flow. */
  readonly onStep?: ((running: RunningTrace) => void) | undefined;
}

/** A recorder that can be read: while the request runs, for response headers, and at the end, for the sinks. */
export interface OpenTrace extends TraceRecorder, RunningTrace {
  /** What is known so far. */
  readonly facts: Readonly<Partial<TraceRecord>>;
  /** How many tools were found so far: before this request, and by its own searches. */
  readonly foundTools: number;
  /** The savings of the calls so far. */
  readonly savings: Savings;
  /** Runs work after the request is sent upstream, or when the record is read, so that the client does not wait. */
  later(work: () => void): void;
  /** The finished record. */
  finish(): TraceRecord;
}

const noTools: TraceRecord["tools"] = { received: 0, eager: 0, deferred: 0, sent: 0, found: [] };
const none: readonly never[] = [];

/** Collects the trace of one request. */
export function createTraceRecorder(options: TraceRecorderOptions): OpenTrace {
  return new Recorder(options);
}

/** Created for every request, so it allocates little: most requests use only a few of its fields. */
class Recorder implements OpenTrace {
  readonly capturesContent: boolean;
  readonly #options: TraceRecorderOptions;
  readonly #redactor: Redactor;
  readonly #startedAt: number;
  readonly #start: number;
  readonly #facts: { -readonly [Field in keyof TraceRecord]?: TraceRecord[Field] } = {};
  readonly #flow: FlowStep[] = [];
  #id: string | undefined;
  #searches: TraceRecord["searches"] = none;
  #toolCalls: TraceRecord["toolCalls"] = none;
  #programs: NonNullable<TraceRecord["programs"]> = none;
  #skills: NonNullable<TraceRecord["skills"]> = none;
  #repairs: TraceRecord["repairs"] = none;
  #upstreamCalls: TraceRecord["upstreamCalls"] = none;
  #runningCalls: readonly (() => UpstreamCallRecord)[] = none;
  #warnings: readonly string[] = none;
  #postponed: (() => void)[] = [];

  constructor(options: TraceRecorderOptions) {
    this.capturesContent = options.capturesContent;
    this.#options = options;
    this.#redactor = options.redactor;
    this.#startedAt = options.now();
    this.#start = options.clock();
  }

  get id(): string {
    this.#id ??= this.#options.createId();
    return this.#id;
  }

  get facts(): Readonly<Partial<TraceRecord>> {
    this.#settle();
    return this.#facts;
  }

  get savings(): Savings {
    this.#settle();
    return this.#savingsOf(this.#upstreamCalls);
  }

  get steps(): readonly FlowStep[] {
    this.#settle();
    return this.#flow;
  }

  note(more: TraceFacts | (() => TraceFacts)): void {
    this.later(() => Object.assign(this.#facts, this.#redactor.value(typeof more === "function" ? more() : more)));
  }

  search(record: TraceRecord["searches"][number]): void {
    const shown = this.capturesContent ? record : withoutQuery(record);
    this.#searches = [...this.#searches, this.#redactor.value(shown)];
  }

  toolCall(record: TraceRecord["toolCalls"][number]): void {
    this.#toolCalls = [...this.#toolCalls, this.#redactor.value(record)];
  }

  program(record: NonNullable<TraceRecord["programs"]>[number]): void {
    const shown = this.capturesContent ? record : withoutContent(record);
    this.#programs = [...this.#programs, this.#redactor.value(shown)];
  }

  skill(record: NonNullable<TraceRecord["skills"]>[number]): void {
    this.#skills = [...this.#skills, this.#redactor.value(record)];
  }

  repairs(more: TraceRecord["repairs"]): void {
    this.#repairs = [...this.#repairs, ...this.#redactor.value(more)];
  }

  upstreamCall(record: TraceRecord["upstreamCalls"][number]): void {
    this.#upstreamCalls = [...this.#upstreamCalls, this.#redactor.value(record)];
  }

  runningCall(read: () => UpstreamCallRecord): () => void {
    this.#runningCalls = [...this.#runningCalls, read];
    return () => {
      this.#runningCalls = this.#runningCalls.filter((running) => running !== read);
    };
  }

  warn(warning: string): void {
    this.#warnings = [...this.#warnings, this.#redactor.text(warning)];
  }

  flow({ from, to, title, payload }: Parameters<TraceRecorder["flow"]>[0]): void {
    const at = this.#options.clock() - this.#start;
    const content = this.capturesContent && payload !== undefined ? { payload: payload() } : undefined;
    this.later(() => {
      const shownTitle = typeof title === "function" ? title() : title;
      this.#flow.push(this.#redactor.value({ at, from, to, title: shownTitle, ...content }));
      this.#options.onStep?.(this);
    });
  }

  later(work: () => void): void {
    if (this.#postponed.push(work) === 1) setImmediate(() => this.#settle());
  }

  get foundTools(): number {
    return withFound(this.#facts.tools ?? noTools, this.#searches).found.length;
  }

  soFar(): TraceRecord {
    return { ...this.#record(this.#upstreamCalls), flow: [] };
  }

  finish(): TraceRecord {
    const running = this.#runningCalls.map((read) => this.#redactor.value(read()));
    return this.#record([...this.#upstreamCalls, ...running]);
  }

  #record(upstreamCalls: TraceRecord["upstreamCalls"]): TraceRecord {
    this.#settle();
    const total = this.#options.clock() - this.#start;
    const spent = upstreamCalls.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const upstream = Math.min(total, spent);
    const [firstCall] = upstreamCalls;
    const budget = firstCall === undefined ? undefined : budgetOf(firstCall);
    return {
      conversation: "",
      client: undefined,
      model: "",
      isStreaming: false,
      status: 0,
      execution: "passed-through",
      milliseconds: { total, own: total - upstream, upstream },
      ...this.#facts,
      tools: withFound(this.#facts.tools ?? noTools, this.#searches),
      id: this.id,
      kind: this.#options.kind,
      startedAt: new Date(this.#startedAt).toISOString(),
      searches: this.#searches,
      toolCalls: this.#toolCalls,
      ...(this.#programs.length === 0 ? {} : { programs: this.#programs }),
      ...(this.#skills.length === 0 ? {} : { skills: this.#skills }),
      repairs: this.#repairs,
      ...usageOfAll(this.#facts.usage, upstreamCalls),
      upstreamCalls,
      savings: this.#savingsOf(upstreamCalls),
      ...(budget === undefined ? {} : { budget }),
      warnings: this.#warnings,
      flow: this.#flow,
    };
  }

  #savingsOf(calls: TraceRecord["upstreamCalls"]): Savings {
    const { kind, findPrice = () => undefined } = this.#options;
    return kind === "messages" ? countSavings(calls, findPrice) : noSavings;
  }

  #settle(): void {
    if (this.#postponed.length === 0) return;
    const postponed = this.#postponed;
    this.#postponed = [];
    for (const work of postponed) {
      try {
        work();
      } catch (error) {
        // There is no caller to catch it, and a failed record must not fail a request.
        this.warn(`Something could not be recorded: ${errorMessage(error)}`);
      }
    }
  }
}

/** The code of a program and the arguments of its calls are content. */
function withoutContent({ code: _code, calls, ...record }: ProgramRecord): ProgramRecord {
  return { ...record, calls: calls.map(({ arguments: _arguments, ...call }) => call) };
}

/** The query is content, and the explanation of an empty result may quote it. */
function withoutQuery({ query = "", ...record }: SearchRecord): SearchRecord {
  const { miss } = record;
  return query === "" || miss === undefined ? record : { ...record, miss: miss.replaceAll(query, "…") };
}

/** The tools found before the request, and those its own searches found. */
function withFound(tools: TraceRecord["tools"], searches: TraceRecord["searches"]): TraceRecord["tools"] {
  const found = new Set([...tools.found, ...searches.flatMap(({ hits }) => hits)]);
  return found.size === tools.found.length ? tools : { ...tools, found: [...found] };
}

/** The client is not told the prompts of hidden rounds; the record counts those of all calls. */
function usageOfAll(shown: TraceRecord["usage"], calls: TraceRecord["upstreamCalls"]): Pick<TraceRecord, "usage"> {
  const total = calls.map(({ usage }) => usage).reduce(sumUsage, undefined);
  if (shown === undefined) return {};
  return { usage: total === undefined || calls.length < 2 ? shown : { ...shown, ...inputUsage(total) } };
}
