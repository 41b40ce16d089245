import { type ExportedUsage, type ToolUsage, UsageHistory, type UsagePreferences } from "@toolcrib/search";
import { isToolcribError } from "@toolcrib/shared/errors";
import { GatewayError } from "../errors/gateway-error.ts";
import type { Learning } from "./learning.ts";
import type { NamedKey } from "./named-keys.ts";
import { maxToolsPerTenant, type TenantHistory } from "./tenant-history.ts";
import { tenantOfKey } from "./tenant-of.ts";

/** What was learned for one tenant, in short. */
export interface LearnedSummary {
  /** Identifies it: the name of its key or, without keys, a part of a hash of the credentials. */
  readonly tenant: string;
  /** Tools that something was learned about. */
  readonly tools: number;
  /** Calls that were learned from; older ones count less. */
  readonly calls: number;
}

/** What was learned for one tenant. */
export interface LearnedHistory extends LearnedSummary {
  /** The most used first. */
  readonly learned: readonly ToolUsage[];
  /** What was learned about all tools together. */
  readonly preferences: UsagePreferences;
}

const idLength = 16;
/** Histories of more keys are not listed. */
const maxListed = 1_000;

/** What was learned, by the names that administrators use. */
export class LearnedHistories {
  readonly #learning: Learning;
  readonly #keys: () => readonly NamedKey[];

  constructor(learning: Learning, keys: () => readonly NamedKey[]) {
    this.#learning = learning;
    this.#keys = keys;
  }

  /** One per key or, without keys, one per caller since the gateway started. */
  async list(): Promise<readonly LearnedSummary[]> {
    const names = this.#names().slice(0, maxListed);
    const summaries: LearnedSummary[] = [];
    for (const [tenant, name] of names) summaries.push(summaryOf(name, await this.#learning.peek(tenant)));
    return summaries;
  }

  async inspect(name: string): Promise<LearnedHistory> {
    const usage = await this.#of(name).whenRead();
    return { ...summaryOf(name, usage), learned: usage.inspect(), preferences: usage.preferences() };
  }

  async export(name: string): Promise<ExportedUsage> {
    return (await this.#of(name).whenRead()).toJSON();
  }

  /** Replaces what was learned. */
  async import(name: string, exported: unknown): Promise<LearnedHistory> {
    const history = this.#of(name);
    await history.whenRead();
    try {
      await history.import(exported);
    } catch (error) {
      if (!isToolcribError(error)) throw new GatewayError("store_unavailable", {}, { cause: error });
      throw new GatewayError("invalid_body", { field: "history", problem: error.message });
    }
    return this.inspect(name);
  }

  /** Forgets everything, or everything about one tool. */
  async reset(name: string, tool?: string): Promise<LearnedHistory> {
    const history = this.#of(name);
    await history.whenRead();
    try {
      await history.reset(tool);
    } catch (cause) {
      throw new GatewayError("store_unavailable", {}, { cause });
    }
    return this.inspect(name);
  }

  /** A copy to search with: searches of administrators teach nothing. */
  async copy(name: string): Promise<UsageHistory> {
    return UsageHistory.fromJSON(await this.export(name), { maxTools: maxToolsPerTenant });
  }

  #of(name: string): TenantHistory {
    for (const [tenant, known] of this.#names()) if (known === name) return this.#learning.of(tenant);
    throw new GatewayError("history_not_found", { tenant: name });
  }

  /** Tenants and what they are called. */
  #names(): readonly (readonly [tenant: string, name: string])[] {
    const keys = this.#keys();
    if (keys.length > 0) return keys.map(({ name, id }) => [tenantOfKey(id), name]);
    return this.#learning.tenants.map((tenant) => [tenant, tenant.slice(0, idLength)]);
  }
}

function summaryOf(tenant: string, usage: UsageHistory): LearnedSummary {
  const calls = usage.inspect().reduce((sum, tool) => sum + tool.calls, 0);
  return { tenant, tools: usage.size, calls };
}
