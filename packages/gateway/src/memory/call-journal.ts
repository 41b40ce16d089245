import { createHash } from "node:crypto";
import { canonicalJson } from "@toolcrib/shared/json";
import { Lru } from "../caches/lru.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { ToolCallOutcome } from "../contracts/toolset.ts";
import type { RawRequest } from "../contracts/upstream.ts";
import { clientScope } from "../conversation/client-scope.ts";

/** How long the calls of a request's earlier attempts are remembered. */
export const idempotencyWindowMilliseconds: number = 10 * 60_000;
const maxRequests = 2_000;
const maxBytes = 32 * 1_024 * 1_024;

/** A tool call made by an attempt of a request. If its outcome is undefined, it was cancelled and may or may not have run. */
interface RecordedCall {
  outcome: Promise<ToolCallOutcome | undefined>;
}

interface RequestJournal {
  readonly startedAt: number;
  readonly calls: Map<string, RecordedCall[]>;
  bytes: number;
}

/** A call as the journal knows it. */
interface JournalCall {
  readonly server: string;
  readonly tool: string;
  readonly input: unknown;
  /** Whether its server says that it is safe to run again. */
  readonly isRepeatable: boolean;
}

/** Runs the calls of one attempt of a request. */
export interface Attempt {
  /** Runs a call, or returns the result of an earlier attempt of the same request; undefined if it is unknown whether that one ran. */
  run(call: JournalCall, execute: () => Promise<ToolCallOutcome>): Promise<ToolCallOutcome | undefined>;
}

/**
 * The calls that requests made on MCP servers, so that a request that an SDK retries runs nothing twice. SDKs number their attempts
 * (`x-stainless-retry-count`), and other clients may name the request (`idempotency-key`); the same body without either is a new request.
 */
export class CallJournal {
  readonly #now: () => number;
  /** A request may be planned several times: its calls are counted over all of them. */
  readonly #attempts = new WeakMap<RawRequest, Attempt>();
  readonly #requests = new Lru<string, RequestJournal>({
    maxEntries: maxRequests,
    maxSize: maxBytes,
    sizeOf: ({ bytes }) => bytes,
  });

  constructor(now: () => number) {
    this.#now = now;
  }

  attempt(request: ClientRequest): Attempt {
    const known = this.#attempts.get(request.raw) ?? this.#startAttempt(request);
    this.#attempts.set(request.raw, known);
    return known;
  }

  #startAttempt(request: ClientRequest): Attempt {
    const { headers } = request.raw;
    const named = headers["idempotency-key"];
    const isRetry = named !== undefined || Number(headers["x-stainless-retry-count"] ?? 0) > 0;
    const key = `${clientScope(request)} ${named === undefined ? bodyHash(request) : `named ${named}`}`;
    const before = this.#requests.get(key);
    const isKnown = isRetry && before !== undefined && this.#now() - before.startedAt < idempotencyWindowMilliseconds;
    const journal = isKnown ? before : { startedAt: this.#now(), calls: new Map<string, RecordedCall[]>(), bytes: 0 };
    // Kept from the start: the next attempt may come before this one has called anything.
    if (!isKnown) this.#keep(key, journal);
    const places = new Map<string, number>();
    return {
      run: async (call, execute) => {
        const callKey = canonicalJson([call.server, call.tool, call.input]);
        const place = places.get(callKey) ?? 0;
        places.set(callKey, place + 1);
        const recorded = journal.calls.get(callKey)?.[place];
        // No waiting in between: attempts that overlap must not both find nothing recorded.
        if (recorded === undefined) return this.#record({ key, journal, callKey, place }, execute);
        const outcome = await recorded.outcome;
        if (outcome !== undefined || !call.isRepeatable) return outcome;
        return this.#record({ key, journal, callKey, place }, execute);
      },
    };
  }

  #record(
    { key, journal, callKey, place }: { key: string; journal: RequestJournal; callKey: string; place: number },
    execute: () => Promise<ToolCallOutcome>,
  ): Promise<ToolCallOutcome> {
    const running = execute();
    const outcome = running.then(
      (value) => {
        journal.bytes += JSON.stringify(value).length;
        this.#keep(key, journal);
        return value;
      },
      () => undefined,
    );
    const calls = journal.calls.get(callKey) ?? [];
    calls[place] = { outcome };
    journal.calls.set(callKey, calls);
    journal.bytes += callKey.length;
    this.#keep(key, journal);
    return running;
  }

  #keep(key: string, journal: RequestJournal): void {
    this.#requests.delete(key);
    this.#requests.set(key, journal);
  }
}

function bodyHash({ raw }: ClientRequest): string {
  const hash = createHash("sha256");
  for (const chunk of raw.body) hash.update(chunk);
  return `body ${hash.digest("base64url")}`;
}
