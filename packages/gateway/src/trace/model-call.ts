import type { CacheDiagnosis } from "@toolcrib/core/cache";
import type { ForwardedEnd } from "../contracts/client-request.ts";
import type { AnswerEvent, Usage } from "../contracts/inner-form.ts";
import type { PromptLengths } from "../contracts/savings.ts";
import type { TraceRecorder, UpstreamCallRecord } from "../contracts/trace.ts";
import { contentLength } from "../inner-form/content-length.ts";
import { promptTokensIn } from "../inner-form/input-usage.ts";
import { OutputMeter } from "../inner-form/output-meter.ts";

export interface ModelCallOptions {
  readonly trace: TraceRecorder;
  readonly upstream: string;
  readonly model: string;
  readonly now: () => number;
  /** Aborted when nobody waits for the answer any more. Read only if the call fails. */
  readonly request: { readonly signal: AbortSignal };
  /** The parts of its prompt, if they are measured. */
  readonly measure?: (() => PromptLengths | undefined) | undefined;
  /** Characters of its prompt; asked only if its parts are not measured and its upstream does not count it. */
  readonly promptLength: () => number;
}

/**
 * A model call in the trace, from the moment it is sent: if its answer is given up, it counts as far as it came. What its upstream
 * does not count is estimated from the lengths in the record.
 */
export class ModelCall {
  readonly retries: string[] = [];
  /** How its prefix relates to the call before. */
  prefix: CacheDiagnosis | undefined;
  readonly #options: ModelCallOptions;
  readonly #startedAt: number;
  readonly #forget: () => void;
  #firstEventAt: number | undefined;
  #usage: Usage | undefined;
  readonly #output = new OutputMeter();
  #forwarded: ForwardedEnd["seen"];
  #isClosed = false;

  constructor(options: ModelCallOptions) {
    this.#options = options;
    this.#startedAt = options.now();
    this.#forget = options.trace.runningCall(() => this.#read(200, false));
  }

  readonly onRetry = (reason: string): void => void this.retries.push(reason);

  /** Notes that its answer has begun. */
  begin(at: number = this.#options.now()): void {
    this.#firstEventAt ??= at;
  }

  /** Notes an event of its answer. */
  see(event: AnswerEvent): void {
    this.#firstEventAt ??= this.#options.now();
    this.#output.add(contentLength(event));
    if (event.type === "message_start") this.#usage = event.message.usage;
    else if (event.type === "message_delta") {
      this.#usage = { ...this.#usage, ...withoutMissing(event.usage ?? {}) } as Usage;
      this.#output.note(event.usage);
    }
  }

  /** Notes what was observed of an answer that was forwarded. */
  seeForwarded(seen: ForwardedEnd["seen"]): void {
    this.#forwarded = seen;
  }

  /** Records it as answered, completely or not. */
  end(status = 200): void {
    this.#close(status, false);
  }

  /** Records it as failed. */
  fail(error: unknown): void {
    // While a retry waits, nothing is under way that an upstream could charge.
    const isGivenUp = this.#options.request.signal.aborted && this.retries.length === 0;
    this.#close(statusOf(error), isGivenUp || this.#firstEventAt !== undefined);
  }

  #close(status: number, isUsed: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#forget();
    this.#options.trace.upstreamCall(this.#read(status, isUsed));
  }

  #read(status: number, isUsed: boolean): UpstreamCallRecord {
    const { upstream, model, now, promptLength } = this.#options;
    const prompt = measured(this.#options.measure);
    const usage = this.#forwarded?.usage ?? this.#usage;
    const outputLength = this.#forwarded === undefined ? this.#output.uncounted : this.#forwarded.outputLength;
    const isPromptUnknown = prompt === undefined && promptTokensIn(usage) === 0;
    return {
      upstream,
      model,
      status,
      ...(isUsed && { isUsed }),
      ...(usage !== undefined && { usage }),
      milliseconds: now() - this.#startedAt,
      ...(this.#firstEventAt !== undefined && { firstEventMilliseconds: this.#firstEventAt - this.#startedAt }),
      retries: this.retries,
      ...(this.prefix !== undefined && { prefix: this.prefix }),
      ...(prompt !== undefined && { prompt }),
      ...(isPromptUnknown && { promptLength: promptLength() }),
      ...(outputLength !== undefined && { outputLength }),
    };
  }
}

/** An error in the bookkeeping must not lose the answer. */
function measured(measure: ModelCallOptions["measure"]): PromptLengths | undefined {
  try {
    return measure?.();
  } catch {
    return undefined;
  }
}

function statusOf(error: unknown): number {
  return (error as { readonly status?: number }).status ?? 500;
}

function withoutMissing(usage: Partial<Usage>): Partial<Usage> {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== undefined && value !== null));
}
