import type { Upstream } from "../contracts/upstream.ts";
import type { Refusal } from "./refusal.ts";

const durationMilliseconds = 10 * 60_000;
const maxModels = 1_000;
const maxRefusals = 64;

/** Where something is refused. */
export interface RefusalPlace {
  readonly upstream: Pick<Upstream, "name" | "baseUrl">;
  readonly model: string;
  /** Whose requests: what is wrong with one caller's request is not left out of another's. */
  readonly callerScope?: string | undefined;
}

interface Remembered {
  readonly refusal: Refusal;
  readonly until: number;
}

interface ModelEntry {
  readonly upstream: string;
  readonly model: string;
  readonly byName: Map<string, Remembered>;
}

/** What an upstream has refused, for display. */
export interface RefusalReport {
  readonly model: string;
  readonly kind: Refusal["kind"];
  readonly name: string;
  readonly secondsLeft: number;
}

/**
 * Remembers for ten minutes what an upstream refused of a caller's requests for a model, so that the caller's later
 * requests omit it from the start.
 */
export class RefusalMemory {
  readonly #entries = new Map<string, ModelEntry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  learn(place: RefusalPlace, refusal: Refusal): void {
    const key = keyOf(place);
    const { upstream, model } = place;
    const entry = this.#entries.get(key) ?? { upstream: upstream.name, model, byName: new Map() };
    // The entry written longest ago comes first.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.byName.delete(nameOf(refusal));
    entry.byName.set(nameOf(refusal), { refusal, until: this.#now() + durationMilliseconds });
    dropOldest(entry.byName, maxRefusals);
    dropOldest(this.#entries, maxModels);
  }

  /** What must not be sent, oldest refusal first. */
  of(place: RefusalPlace): readonly Refusal[] {
    if (this.#entries.size === 0) return none;
    const entry = this.#entries.get(keyOf(place));
    return entry === undefined ? none : this.#current(entry).map(({ refusal }) => refusal);
  }

  /** What was refused of any caller's requests: once each, with the longest time that is left. */
  report(upstream: Pick<Upstream, "name">): readonly RefusalReport[] {
    const reports = new Map<string, RefusalReport>();
    for (const entry of this.#entries.values()) {
      if (entry.upstream !== upstream.name) continue;
      for (const { refusal, until } of this.#current(entry)) {
        const secondsLeft = Math.ceil((until - this.#now()) / 1_000);
        const key = JSON.stringify([entry.model, nameOf(refusal)]);
        const known = reports.get(key);
        if (known !== undefined && known.secondsLeft >= secondsLeft) continue;
        reports.set(key, { model: entry.model, ...refusal, secondsLeft });
      }
    }
    return [...reports.values()];
  }

  #current({ byName }: ModelEntry): readonly Remembered[] {
    const now = this.#now();
    for (const [name, { until }] of byName) if (until <= now) byName.delete(name);
    return [...byName.values()];
  }
}

const none: readonly Refusal[] = [];

function keyOf({ upstream, model, callerScope = "" }: RefusalPlace): string {
  return JSON.stringify([upstream.name, upstream.baseUrl ?? "", model, callerScope]);
}

function nameOf({ kind, name }: Refusal): string {
  return `${kind} ${name}`;
}

function dropOldest(entries: Map<string, unknown>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(key);
  }
}
