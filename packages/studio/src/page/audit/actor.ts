import type { AuditRecord } from "@toolcrib/gateway";

/** Who made a call or a change. */
export interface Actor {
  readonly name: string;
  /** More about them, such as the key of a user. */
  readonly note: string | undefined;
}

export function actorOf(record: AuditRecord): Actor {
  if (record.kind === "lost" || record.kind === "checkpoint") return { name: "gateway", note: undefined };
  const { user, key, account, organisation } = record;
  const [name = "anybody", ...rest] = [user, key, account].filter((one) => one !== undefined);
  // The organisation of a change is the one that was changed.
  const notes = [...rest, ...(organisation === undefined || record.kind === "change" ? [] : [organisation])];
  return { name, note: notes.length === 0 ? undefined : notes.join(", ") };
}
