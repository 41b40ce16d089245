import { LOG_LEVEL_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import type { CallOptions } from "../pool/call-options.ts";
import type { InputRequest, Resumption } from "../pool/input-required.ts";
import { checkAnswers, sendLog, sendProgress } from "./caller-channel.ts";
import type { ServedCaller } from "./served-caller.ts";

interface Question {
  readonly request: InputRequest;
  readonly answer: (result: Readonly<Record<string, unknown>>) => void;
  readonly refuse: (reason: unknown) => void;
}

/** The caller, and what comes with the first request. */
export interface PausableRequest {
  readonly context: ServerContext;
  readonly caller: ServedCaller;
  /** The connection of the request. */
  readonly connection: unknown;
  readonly resumption: Resumption;
}

/**
 * A call that outlives the request that started it. A server from before 2026 asks its questions during a call; a
 * client since 2026 gets them as the response to its request, and sends the answers with its next one.
 */
export class PausableCall {
  readonly #abort = new AbortController();
  readonly #questions = new Map<string, Question>();
  readonly #result: Promise<Readonly<Record<string, unknown>>>;
  #asked = 0;
  #context: ServerContext | undefined;
  #onQuestion: () => void = () => {};

  constructor(request: PausableRequest, run: (options: CallOptions) => Promise<Readonly<Record<string, unknown>>>) {
    this.#context = request.context;
    this.#result = run(this.#optionsFor(request));
    // It may fail while nothing awaits it.
    this.#result.catch(() => {});
  }

  /** The open questions, in the client's format. */
  get inputRequests(): Readonly<Record<string, InputRequest>> {
    return Object.fromEntries([...this.#questions].map(([key, { request }]) => [key, request]));
  }

  /**
   * The result, or undefined if a question has to be answered first. While it waits, it belongs to the waiting request.
   */
  async next(context: ServerContext): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { signal } = context.mcpReq;
    const onAbort = () => this.end(signal.reason);
    this.#context = context;
    signal.addEventListener("abort", onAbort, { once: true });
    const asked = new Promise<undefined>((resolve) => {
      this.#onQuestion = () => resolve(undefined);
      if (this.#questions.size > 0) resolve(undefined);
    });
    try {
      return await Promise.race([this.#result, asked]);
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#onQuestion = () => {};
      this.#context = undefined;
    }
  }

  /** Forwards the answers to the server. Unanswered questions stay open. */
  answer(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, { answer }] of this.#questions) {
      const response = Object.hasOwn(responses, key) ? responses[key] : undefined;
      if (typeof response !== "object" || response === null) continue;
      this.#questions.delete(key);
      answer(response as Readonly<Record<string, unknown>>);
    }
  }

  /** Cancels the call: nobody waits for the result any more. */
  end(reason: unknown): void {
    this.#abort.abort(reason);
    for (const { refuse } of this.#questions.values()) refuse(reason);
    this.#questions.clear();
  }

  #optionsFor({ context, caller, connection, resumption }: PausableRequest): CallOptions {
    const { progressToken, ...meta } = { ...context.mcpReq._meta };
    const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
    const logLevel = envelope[LOG_LEVEL_META_KEY] as string | undefined;
    return {
      signal: this.#abort.signal,
      resumption,
      channel: {
        caller: connection,
        capabilities: caller.capabilities,
        takesInputRequired: true,
        logLevel,
        request: async (method, params, signal) => {
          checkAnswers(caller, method, params);
          return this.#ask(method, params, signal);
        },
        log: (params) => this.#context !== undefined && sendLog(this.#context, params),
      },
      ...(Object.keys(meta).length === 0 ? {} : { meta }),
      ...(progressToken === undefined
        ? {}
        : { onProgress: (progress) => this.#context !== undefined && sendProgress(this.#context, progress) }),
    };
  }

  #ask(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const key = `question-${++this.#asked}`;
    return new Promise((answer, refuse) => {
      const request = { method, ...(params === undefined ? {} : { params: since2026(params) }) };
      this.#questions.set(key, { request, answer, refuse });
      signal.addEventListener("abort", () => {
        this.#questions.delete(key);
        refuse(signal.reason as Error);
      });
      this.#onQuestion();
    });
  }
}

/** A question in the 2026 format, where a page to visit has no id. */
function since2026({ elicitationId: _id, ...params }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return params;
}
