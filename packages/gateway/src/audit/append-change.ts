import { randomUUID } from "node:crypto";
import type { Journal } from "@toolcrib/store";
import type { AuditedChange } from "../contracts/audit.ts";
import { auditJournal, chainRecords } from "./audit-chain.ts";

/** Appends a change to the audit log of a store, if there is one or the config asks for one. For processes that keep no log open. */
export async function appendChange(
  journal: Journal,
  change: Omit<AuditedChange, "kind" | "record">,
  isConfigured: boolean,
): Promise<void> {
  await journal.append(auditJournal, (last) =>
    last === undefined && !isConfigured
      ? []
      : chainRecords(last, [{ kind: "change", record: randomUUID(), ...change }]),
  );
}
