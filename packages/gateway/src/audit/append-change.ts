import { randomUUID } from "node:crypto";
import type { Journal } from "@toolcrib/store";
import type { AuditedChange } from "../contracts/audit.ts";
import { auditJournal, chainRecords } from "./audit-chain.ts";
import type { AuditSigner } from "./audit-keys.ts";

export interface AppendChangeOptions {
  /** Whether the config asks for a log. One that is in the store already is continued in any case. */
  readonly isConfigured: boolean;
  /** Signs a checkpoint after the change. Without one the next checkpoint of a gateway covers it. */
  readonly signer: AuditSigner | undefined;
}

/** Appends a change to the audit log of a store, if there is one or the config asks for one. For processes that keep no log open. */
export async function appendChange(
  journal: Journal,
  change: Omit<AuditedChange, "kind" | "record">,
  { isConfigured, signer }: AppendChangeOptions,
): Promise<void> {
  await journal.append(auditJournal, (last) =>
    last === undefined && !isConfigured
      ? []
      : chainRecords(last, [{ kind: "change", record: randomUUID(), ...change }], signer && { at: change.at, signer }),
  );
}
