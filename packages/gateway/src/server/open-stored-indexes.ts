import { StoredIndexes } from "../catalogue/stored-indexes.ts";
import type { CallServices } from "../http/open-call.ts";
import type { GatewayOptions } from "./gateway.ts";
import type { GatewayStore } from "./open-gateway-store.ts";

/** How long the tools of requests are kept after they were last searched. */
const retentionMilliseconds = 7 * 24 * 3_600_000;

/** Opens the indexes in the database of a store. */
export async function openStoredIndexes(
  store: GatewayStore,
  { embedder, languages }: Pick<GatewayOptions, "embedder" | "languages">,
  { now, clock, startTimer, reportProblem }: Pick<CallServices, "now" | "clock" | "startTimer" | "reportProblem">,
): Promise<{ readonly indexes: StoredIndexes; close(): Promise<void> }> {
  const catalogues = await store.openCatalogues({
    ...(embedder === undefined ? {} : { embedder }),
    ...(languages === undefined ? {} : { languages }),
    retentionMilliseconds,
    now,
    startTimer,
    reportProblem,
  });
  return {
    indexes: new StoredIndexes({ catalogues, reportProblem, clock }),
    close: () => catalogues.close(),
  };
}
