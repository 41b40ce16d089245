import type { StartTimer } from "@toolcrib/shared/timers";
import type { LimitsConfig } from "../config/gateway-config.ts";
import { GatewayError } from "../errors/gateway-error.ts";

type UploadLimits = Required<Pick<LimitsConfig, "bodyIdleSeconds" | "bodySeconds">>;

/** A request that is still uploading its body. */
export interface Upload {
  /** The name of the caller's key. */
  readonly caller: string | undefined;
  readonly limits: { readonly [Field in keyof UploadLimits]: number };
  /** Aborts the upload with an error. */
  readonly fail: (error: GatewayError) => void;
}

export interface WatchedUpload {
  /** Notes that a chunk has arrived. */
  alive(): void;
  /** The body is complete, or reading has stopped. */
  end(): void;
}

interface Entry extends Upload {
  readonly startedAt: number;
  lastPieceAt: number;
}

export interface UploadsOptions {
  readonly startTimer: StartTimer;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

const sweepMilliseconds = 250;
/** An upload that is silent for this long can be dropped for a request that needs its slot. */
const silentMilliseconds = 1_000;

/** Watches uploads, so that half-sent requests do not hold resources for long. */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #entries = new Set<Entry>();
  #isSweeping = false;

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  watch(upload: Upload): WatchedUpload {
    const { clock } = this.#options;
    const startedAt = clock();
    const entry: Entry = { ...upload, startedAt, lastPieceAt: startedAt };
    this.#entries.add(entry);
    if (!this.#isSweeping) this.#startSweep();
    return {
      alive: () => {
        entry.lastPieceAt = clock();
      },
      end: () => this.#entries.delete(entry),
    };
  }

  /** Drops the upload that has been silent longest (of this caller, if given). Returns whether there was one. */
  dropSilent(caller?: string): boolean {
    const latest = this.#options.clock() - silentMilliseconds;
    let silent: Entry | undefined;
    for (const entry of this.#entries) {
      if (caller !== undefined && entry.caller !== caller) continue;
      if (entry.lastPieceAt < (silent?.lastPieceAt ?? latest)) silent = entry;
    }
    if (silent === undefined) return false;
    this.#fail(silent, silentMilliseconds / 1_000);
    return true;
  }

  #startSweep(): void {
    this.#isSweeping = true;
    this.#options.startTimer(sweepMilliseconds, () => {
      this.#sweep();
      if (this.#entries.size > 0) this.#startSweep();
      else this.#isSweeping = false;
    });
  }

  #sweep(): void {
    const now = this.#options.clock();
    for (const entry of this.#entries) {
      const { bodyIdleSeconds, bodySeconds } = entry.limits;
      if (now - entry.lastPieceAt > bodyIdleSeconds * 1_000) this.#fail(entry, bodyIdleSeconds);
      else if (now - entry.startedAt > bodySeconds * 1_000) this.#fail(entry, bodySeconds);
    }
  }

  #fail(entry: Entry, seconds: number): void {
    this.#entries.delete(entry);
    entry.fail(new GatewayError("body_timeout", { seconds }));
  }
}
