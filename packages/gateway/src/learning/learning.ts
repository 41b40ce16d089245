import type { UsageHistory } from "@toolcrib/search";
import { Lru } from "../caches/lru.ts";
import type { RequestLearning } from "../contracts/request-learning.ts";
import { type LearningServices, TenantHistory } from "./tenant-history.ts";
import { type TenantIdentity, tenantOf } from "./tenant-of.ts";

/** How many tenants' histories are in memory. The others are in the store, and are read again when they are needed. */
const maxTenants = 64;

/** Learns from which of the found tools are then called, for each tenant alone. */
export class Learning {
  readonly #services: LearningServices;
  readonly #tenants: Lru<string, TenantHistory>;
  readonly #dropped = new Set<Promise<void>>();

  constructor(services: LearningServices) {
    this.#services = services;
    this.#tenants = new Lru<string, TenantHistory>(maxTenants, (history) => this.#keep(history));
  }

  /** What a request of this caller learns. Nothing is read or kept for a caller before its first search. */
  forCaller(caller: TenantIdentity): RequestLearning {
    let known: string | undefined;
    const tenant = (): string => {
      known ??= tenantOf(caller);
      return known;
    };
    return {
      prepare: () => void this.of(tenant()),
      history: () => this.of(tenant()).whenRead(),
      // A tenant that has left memory since has no answers any more: there is nothing to learn from.
      note: (calls) => void setImmediate(() => this.#tenants.get(tenant())?.record(calls)),
    };
  }

  /** The history of a tenant; it is read from the store if it is not in memory. */
  of(tenant: string): TenantHistory {
    let history = this.#tenants.get(tenant);
    if (history === undefined) {
      history = new TenantHistory(tenant, this.#services);
      this.#tenants.set(tenant, history);
    }
    return history;
  }

  /** What was learned for a tenant, without keeping it in memory. */
  peek(tenant: string): Promise<UsageHistory> {
    return (this.#tenants.get(tenant) ?? new TenantHistory(tenant, this.#services)).whenRead();
  }

  /** The tenants whose histories are in memory. */
  get tenants(): readonly string[] {
    return this.#tenants.values().map(({ tenant }) => tenant);
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await Promise.all([...this.#tenants.values().map((history) => history.flush()), ...this.#dropped]);
  }

  #keep(history: TenantHistory): void {
    const written = history.flush().finally(() => this.#dropped.delete(written));
    this.#dropped.add(written);
  }
}
