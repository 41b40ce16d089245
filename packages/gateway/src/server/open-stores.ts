import type { StoredIndexes } from "../catalogue/stored-indexes.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { Directory } from "../identity/directory.ts";
import type { BaseServices } from "./base-services.ts";
import type { GatewayOptions } from "./gateway.ts";
import { openDirectory } from "./open-directory.ts";
import { type GatewayStore, openGatewayStore } from "./open-gateway-store.ts";
import { openStoredIndexes } from "./open-stored-indexes.ts";

/** What outlives a request. It is opened with the first config and stays. */
export interface OpenedStores {
  readonly store: GatewayStore;
  readonly directory: Directory;
  /** Undefined if catalogues are searched in memory. */
  readonly indexes: StoredIndexes | undefined;
  close(): Promise<void>;
}

/** Opens the store, who may use the gateway, and the indexes in the store. If one fails, leaves nothing open. */
export async function openStores(
  config: GatewayConfig,
  options: GatewayOptions,
  services: BaseServices,
): Promise<OpenedStores> {
  const store = await openGatewayStore(config.store, options.store, services);
  const directory = await openDirectory(store, services);
  const closeStore = async (): Promise<void> => {
    directory.close();
    await store.close();
  };
  try {
    const stored = config.search?.index === "store" ? await openStoredIndexes(store, options, services) : undefined;
    return {
      store,
      directory,
      indexes: stored?.indexes,
      close: async () => {
        await stored?.close();
        await closeStore();
      },
    };
  } catch (error) {
    await closeStore();
    throw error;
  }
}
