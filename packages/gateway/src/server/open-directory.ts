import { MemoryStore } from "@toolcrib/store";
import type { CallServices } from "../http/open-call.ts";
import { Directory } from "../identity/directory.ts";
import type { GatewayStore } from "./open-gateway-store.ts";

/** Without a shared store: keys must not be dropped to make room for other values. */
const memoryLimits = { bytes: Number.MAX_SAFE_INTEGER, valueBytes: Number.MAX_SAFE_INTEGER };

/** Opens who may use the gateway: it is read before the first request. */
export async function openDirectory(
  { shared }: GatewayStore,
  { now, startTimer }: Pick<CallServices, "now" | "startTimer">,
): Promise<Directory> {
  const store = shared ?? new MemoryStore(now, memoryLimits);
  const directory = new Directory({ store, isShared: shared !== undefined, now, startTimer });
  await directory.open();
  return directory;
}
