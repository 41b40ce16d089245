import { GuardedStore, JoinedStore, MemoryStore, openStore, parsePlace, type Store } from "@toolcrib/store";
import type { CataloguesOptions, ToolCatalogues } from "@toolcrib/store/search";
import type { WriterHealth } from "../contracts/writer-health.ts";
import { ConfigError } from "../errors/config-error.ts";
import type { CallServices } from "../http/open-call.ts";

/** The store of a gateway. */
export interface GatewayStore {
  /** What this process keeps for later requests: in the shared store or in its memory. */
  readonly ofProcess: Store;
  /** Undefined if nothing outlives this process. */
  readonly shared: Store | undefined;
  health(): readonly WriterHealth[];
  /** Opens the catalogues in the store's database. */
  openCatalogues(options: CataloguesOptions): Promise<ToolCatalogues>;
  /** Closes what was opened here. */
  close(): Promise<void>;
}

/** Opens the store that a config names, unless one is given. */
export async function openGatewayStore(
  place: string | undefined,
  given: Store | undefined,
  { now, clock, startTimer, reportProblem }: Pick<CallServices, "now" | "clock" | "startTimer" | "reportProblem">,
): Promise<GatewayStore> {
  const kind = given === undefined ? parsePlace(place ?? "memory").kind : "given";
  if (kind === "memory") {
    return {
      ofProcess: new MemoryStore(now),
      shared: undefined,
      health: () => [],
      openCatalogues: () => Promise.reject(new ConfigError("index_needs_store", {})),
      close: async () => {},
    };
  }
  const store = given ?? (await openStore(place ?? "memory", { now, startTimer, reportProblem }));
  const guarded = new GuardedStore(new JoinedStore(store), { clock, startTimer, reportProblem });
  return {
    ofProcess: guarded,
    shared: guarded,
    health: () => {
      const { isAvailable, reason, failures } = guarded.health;
      return [{ name: "store", target: kind, state: isAvailable ? "ok" : "failing", reason, failedWrites: failures }];
    },
    openCatalogues: async (options) => {
      // Not imported by gateways that search in memory.
      const { openCatalogues } = await import("@toolcrib/store/search");
      return openCatalogues(store, options);
    },
    close: async () => {
      if (given === undefined) await store.close();
    },
  };
}
