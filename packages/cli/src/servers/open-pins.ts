import { randomUUID } from "node:crypto";
import type { PinPlace, PinTrustOptions } from "@toolcrib/mcp";
import { openStore, parsePlace, type Store } from "@toolcrib/store";
import { CommandError } from "../errors/command-error.ts";

/** Where approvals are, for `--pins`. */
export interface OpenedPins {
  readonly options: Pick<PinTrustOptions, "file" | "holdsUntilRead">;
  close(): Promise<void>;
}

const inStore = "store";
const namespace = "pins";
const approvedKey = { namespace, owner: "", id: "approved" };
/** Small, because every replica reads it all the time. */
const versionKey = { namespace, owner: "", id: "version" };
/** What is approved stays so. */
const retention = { milliseconds: 100 * 365 * 24 * 3_600_000 };

/** Opens what `--pins` names: a file, or with `store` the PostgreSQL store, which all replicas share. */
export async function openPins(pins: string, store = "memory"): Promise<OpenedPins> {
  if (pins !== inStore) return { options: { file: pins }, close: async () => {} };
  // A folder belongs to the gateway itself.
  if (parsePlace(store).kind !== "postgres") throw new CommandError("pins_need_postgres", {});
  const opened = await openStore(store);
  // A gateway starts without its database, and then shows no tool that may not be approved.
  return { options: { file: pinsIn(opened), holdsUntilRead: true }, close: () => opened.close() };
}

function pinsIn(store: Store): PinPlace {
  return {
    name: inStore,
    read: async () => (await store.get([approvedKey]))[0],
    update: async (change) => {
      await store.update(approvedKey, change, retention);
      await store.set(versionKey, { version: randomUUID() }, retention);
    },
    version: async () => {
      const [found] = (await store.get([versionKey])) as readonly ({ readonly version: string } | undefined)[];
      return found?.version;
    },
  };
}
