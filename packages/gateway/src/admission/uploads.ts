import type { StartTimer } from "@toolcrib/shared/timers";
import type { LimitsConfig } from "../config/gateway-config.ts";
import { GatewayError } from "../errors/gateway-error.ts";

type UploadLimits = Required<Pick<LimitsConfig, "bodyIdleSeconds" | "bodySeconds">>;

/** A request whose body is on its way. */
export interface Upload {
  /** The name of the caller's key. */
  readonly caller: string | undefined;
  readonly limits: { readonly [Field in keyof UploadLimits]: number };
  /** Ends the reading. */
  readonly fail: (error: GatewayError) => void;
}

export interface WatchedUpload {
  /** A piece has come. */
  alive(): void;
  /** The body is complete, or nobody reads on. */
  end(): void;
}

interface Entry extends Upload {
  readonly startedAt: number;
  lastPieceAt: number;
}

export interface UploadsOptions {
  readonly startTimer: StartTimer;
  /** Milliseconds from any start. */
  readonly clock: () => number;
}

const sweepMilliseconds = 250;
/** An upload that is silent for so long gives its place to a request that needs one. */
const silentMilliseconds = 1_000;

/** Watches bodies that are on their way, so that half-sent requests hold nothing for long. */
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

  /** Ends the upload that has been silent longest, of this caller where one is given. Tells whether there was one. */
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
