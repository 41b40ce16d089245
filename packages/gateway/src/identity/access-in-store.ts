import { openStore } from "@toolcrib/store";
import type { AccessOutcome } from "./access-change.ts";
import { type ListedOrganisation, listOrganisation } from "./listed-organisation.ts";
import { parseChange } from "./parse-change.ts";
import { changeOrganisation, readIndex, readOrganisations } from "./stored-organisations.ts";

/** Where organisations, teams, users, keys and grants are read and changed. */
export interface AccessPlace {
  read(): Promise<readonly ListedOrganisation[]>;
  /** Validates and makes a change. Gateways that share the store follow within a second. */
  change(change: unknown): Promise<AccessOutcome>;
  close(): Promise<void>;
}

/** Opens a store without a gateway. A store in memory would be gone with this process. */
export async function accessInStore(place: string): Promise<AccessPlace> {
  const store = await openStore(place);
  return {
    read: async () => (await readOrganisations(store, await readIndex(store))).map(listOrganisation),
    change: async (change) => {
      const { secret, grant } = await changeOrganisation(store, parseChange(change), Date.now);
      return { secret, grant };
    },
    close: () => store.close(),
  };
}
