import type { Upstream } from "../contracts/upstream.ts";
import type { Refusal } from "./refusal.ts";

const durationMilliseconds = 10 * 60_000;
const maxModels = 1_000;
const maxRefusals = 64;

/** What identifies an upstream for refusals. */
type KnownUpstream = Pick<Upstream, "name" | "baseUrl">;

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

/** Remembers for ten minutes what an upstream refused for a model, so that later requests omit it from the start. */
export class RefusalMemory {
  readonly #entries = new Map<string, ModelEntry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  learn(upstream: KnownUpstream, model: string, refusal: Refusal): void {
    const key = keyOf(upstream, model);
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
  of(upstream: KnownUpstream, model: string): readonly Refusal[] {
    if (this.#entries.size === 0) return none;
    const entry = this.#entries.get(keyOf(upstream, model));
    return entry === undefined ? none : this.#current(entry).map(({ refusal }) => refusal);
  }

  has(upstream: KnownUpstream, model: string, kind: Refusal["kind"]): boolean {
    return this.of(upstream, model).some((refusal) => refusal.kind === kind);
  }

  report(upstream: Pick<Upstream, "name">): readonly RefusalReport[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.upstream === upstream.name)
      .flatMap((entry) =>
        this.#current(entry).map(({ refusal, until }) => ({
          model: entry.model,
          ...refusal,
          secondsLeft: Math.ceil((until - this.#now()) / 1_000),
        })),
      );
  }

  #current({ byName }: ModelEntry): readonly Remembered[] {
    const now = this.#now();
    for (const [name, { until }] of byName) if (until <= now) byName.delete(name);
    return [...byName.values()];
  }
}

const none: readonly Refusal[] = [];

function keyOf({ name, baseUrl = "" }: KnownUpstream, model: string): string {
  return JSON.stringify([name, baseUrl, model]);
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
