import { existsSync } from "node:fs";
import {
  type AccessOutcome,
  type AccessPlace,
  type AdminApiAccess,
  accessInStore,
  type GatewayConfig,
  loadConfig,
  type StoreChangeOptions,
} from "@toolcrib/gateway";
import { errorMessage } from "@toolcrib/shared/errors";
import { CommandError } from "../errors/command-error.ts";
import { askAdmin, type GatewayAddress } from "../gateway/ask-admin.ts";
import type { Output } from "../output/console-output.ts";

/** The options that say where access is managed. */
export interface AccessOptions {
  readonly config?: string;
  readonly store?: string;
  readonly gateway?: string;
  readonly gatewayKeyEnv: string;
}

const ownFile = "toolcrib.json";

/** Where access is managed: by a running gateway, or in its store. */
export async function openAccess(options: AccessOptions, output: Output): Promise<AccessPlace> {
  if (options.gateway !== undefined) {
    return accessByGateway({ url: options.gateway, key: process.env[options.gatewayKeyEnv] });
  }
  const file = options.config ?? (existsSync(ownFile) ? ownFile : undefined);
  const { store = "memory", audit } = await loadConfig({
    file,
    environment: process.env,
    flags: { store: options.store },
  });
  if (store === "memory") throw new CommandError("no_shared_store", {});
  return accessInStore(store, storeChangeOptions(audit, output));
}

/** How changes that this command makes in a store get into the audit log. */
export function storeChangeOptions(audit: GatewayConfig["audit"], output: Output): StoreChangeOptions {
  return {
    audit,
    environment: process.env,
    reportProblem: (problem, error) => output.warn(`${problem}: ${errorMessage(error)}`),
  };
}

function accessByGateway(gateway: GatewayAddress): AccessPlace {
  return {
    read: async () => ((await askAdmin(gateway, "/access")) as AdminApiAccess).organisations,
    change: async (change) =>
      (await askAdmin(gateway, "/access", { method: "POST", body: JSON.stringify(change) })) as AccessOutcome,
    close: async () => {},
  };
}
