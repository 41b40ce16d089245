import { openStore, type Store } from "@toolcrib/store";
import { appendChange } from "../audit/append-change.ts";
import { type AuditSigner, signerFromEnvironment } from "../audit/audit-keys.ts";
import type { AuditedChange } from "../contracts/audit.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import type { AccessOutcome } from "./access-change.ts";
import { accountName } from "./account-name.ts";
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

/** How changes get into the audit log. */
export interface StoreChangeOptions {
  /** The audit log of the config. A log that is in the store already is continued in any case. */
  readonly audit: { readonly signingKeyEnv?: string | undefined } | undefined;
  /** Where the key is that signs a checkpoint after each change. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called if a change was made, but is not in the log, or not signed. */
  readonly reportProblem: (problem: string, error: unknown) => void;
}

/** Opens a store without a gateway. A store in memory would be gone with this process. */
export async function accessInStore(place: string, options: StoreChangeOptions): Promise<AccessPlace> {
  const store = await openStore(place);
  return {
    read: async () => (await readOrganisations(store, await readIndex(store))).map(listOrganisation),
    change: async (given) => {
      const parsed = parseChange(given);
      const { organisation, ...change } = parsed;
      const audit = (outcome: AuditedChange["outcome"], refusal?: string): Promise<void> =>
        auditInStore(store, { organisation, change, outcome, ...(refusal !== undefined && { refusal }) }, options);
      try {
        const { secret, grant } = await changeOrganisation(store, parsed, Date.now);
        await audit("ok");
        return { secret, grant };
      } catch (error) {
        if (error instanceof GatewayError) await audit("refused", error.code);
        throw error;
      }
    },
    close: () => store.close(),
  };
}

/** Records in the audit log what was approved of MCP servers. A store that cannot be opened is reported: the approval is made. */
export async function recordApproval(
  place: string,
  approved: readonly string[],
  options: StoreChangeOptions,
): Promise<void> {
  let store: Store;
  try {
    store = await openStore(place);
  } catch (error) {
    options.reportProblem("The approval is not in the audit log", error);
    return;
  }
  try {
    await auditInStore(store, { change: { change: "approve", approved }, outcome: "ok" }, options);
  } finally {
    await store.close();
  }
}

async function auditInStore(
  { journal }: Store,
  change: Omit<AuditedChange, "kind" | "record" | "at" | "door">,
  { audit, environment, reportProblem }: StoreChangeOptions,
): Promise<void> {
  if (journal === undefined) return;
  const common = { at: new Date().toISOString(), door: "command", account: accountName() } as const;
  let signer: AuditSigner | undefined;
  try {
    signer = signerFromEnvironment(environment, audit?.signingKeyEnv);
  } catch (error) {
    reportProblem("The audit log is not signed", error);
  }
  try {
    await appendChange(journal, { ...common, ...change }, { isConfigured: audit !== undefined, signer });
  } catch (error) {
    reportProblem("The change is not in the audit log", error);
  }
}
