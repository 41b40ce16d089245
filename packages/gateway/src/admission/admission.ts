import { getHeapStatistics } from "node:v8";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { Uploads, type UploadsOptions } from "./uploads.ts";

type Limits = ResolvedConfig["limits"];

/** A running request's reservation. */
export interface Ticket {
  /** Counts bytes of its body that are now in memory. Throws if all bodies together would take too many. */
  readonly hold: (bytes: number) => void;
  /** Releases everything. May be called twice. */
  readonly end: () => void;
}

/**
 * Decides which requests are admitted, after their keys are checked and before their bodies are read: by number, by
 * key, by the bytes of all bodies, and by the memory in use.
 */
export class Admission {
  readonly uploads: Uploads;
  readonly #byCaller = new Map<string, number>();
  #count = 0;
  #bodyBytes = 0;

  constructor(options: UploadsOptions) {
    this.uploads = new Uploads(options);
  }

  /** The number of running requests, including those still uploading. */
  get count(): number {
    return this.#count;
  }

  /** The total bytes of their bodies. */
  get bodyBytes(): number {
    return this.#bodyBytes;
  }

  /** Admits a request, or throws `overloaded`. `caller` is the name of its key. */
  admit(caller: string | undefined, limits: Limits): Ticket {
    const { concurrentRequests, concurrentRequestsPerKey, memoryBytes } = limits;
    if (this.#count >= concurrentRequests && !this.uploads.dropSilent()) {
      throw new GatewayError("overloaded", { limit: concurrentRequests });
    }
    // Garbage counts as used memory, so one request is always admitted: it makes the collector run.
    if (this.#count > 0 && memoryInUse() > memoryBytes) throw new GatewayError("overloaded_memory", {});
    if (caller === undefined) return this.#ticket(limits, () => {});
    if (this.#countOf(caller) >= concurrentRequestsPerKey && !this.uploads.dropSilent(caller)) {
      throw new GatewayError("too_many_requests", { limit: concurrentRequestsPerKey });
    }
    this.#byCaller.set(caller, this.#countOf(caller) + 1);
    return this.#ticket(limits, () => {
      const left = this.#countOf(caller) - 1;
      if (left > 0) this.#byCaller.set(caller, left);
      else this.#byCaller.delete(caller);
    });
  }

  /** Counts only the bytes of a body: for requests without a time limit. */
  holdBody(limits: Limits): Ticket {
    let held = 0;
    return {
      hold: (bytes) => {
        const limit = limits.bodyBytesInFlight;
        if (this.#bodyBytes + bytes > limit) throw new GatewayError("overloaded_bodies", { limit });
        held += bytes;
        this.#bodyBytes += bytes;
      },
      end: () => {
        this.#bodyBytes -= held;
        held = 0;
      },
    };
  }

  #ticket(limits: Limits, onEnd: () => void): Ticket {
    const body = this.holdBody(limits);
    let isRunning = true;
    this.#count++;
    return {
      hold: body.hold,
      end: () => {
        if (!isRunning) return;
        isRunning = false;
        this.#count--;
        body.end();
        onEnd();
      },
    };
  }

  #countOf(caller: string): number {
    return this.#byCaller.get(caller) ?? 0;
  }
}

function memoryInUse(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
