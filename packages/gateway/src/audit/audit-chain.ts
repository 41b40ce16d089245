import { Redactor } from "@toolcrib/core/redaction";
import { escapeUnprintable, isRecord, parseJson } from "@toolcrib/shared/json";
import type { JournalEntry, JournalLabels, NewJournalEntry } from "@toolcrib/store";
import type { AuditContent, AuditRecord } from "../contracts/audit.ts";
import { sha256 } from "../hash/sha256.ts";
import type { AuditSigner } from "./audit-keys.ts";

/** The name of the log among the journals of a store. */
export const auditJournal = "audit";
/** The `previous` of the first line. */
export const firstPrevious: string = "0".repeat(64);

/** Chains contents to the last line; a checkpoint comes last if one is wanted. */
export function chainRecords(
  last: JournalEntry | undefined,
  contents: readonly AuditContent[],
  checkpoint?: { readonly at: string; readonly signer: AuditSigner | undefined },
): readonly NewJournalEntry[] {
  let previous = last === undefined ? firstPrevious : hashOfLine(last.text);
  let sequence = (last?.sequence ?? 0) + 1;
  const lines: NewJournalEntry[] = [];
  const add = (content: AuditContent): void => {
    const record: AuditRecord = { sequence, previous, ...content };
    const text = printable(JSON.stringify(record));
    lines.push({ at: Date.parse(content.at), labels: labelsOf(content), text });
    previous = hashOfLine(text);
    sequence++;
  };
  for (const content of contents) add(content);
  if (checkpoint !== undefined) {
    const { at, signer } = checkpoint;
    const signature = signer?.sign(signedText({ sequence, previous, at }));
    add({ kind: "checkpoint", at, ...(signer === undefined ? {} : { signer: signer.id, signature }) });
  }
  return lines;
}

const withoutLogins = new Redactor();

/** A line that the command prints unchanged, so that an export can be verified: harmless characters, and no passwords in URLs. */
function printable(text: string): string {
  return escapeUnprintable(withoutLogins.text(text));
}

/** What a checkpoint signs: its place, and through the hash everything before it. */
export function signedText({ sequence, previous, at }: Pick<AuditRecord, "sequence" | "previous" | "at">): string {
  return `toolcrib audit checkpoint\n${sequence}\n${previous}\n${at}`;
}

/** The hash of a line, which the next line holds. */
export function hashOfLine(text: string): string {
  return sha256(text, "hex");
}

/** Reads a line; undefined if it is not a line of an audit log. */
export function parseAuditRecord(text: string): AuditRecord | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const { sequence, previous, kind, at } = value;
  const isOurs =
    Number.isSafeInteger(sequence) &&
    typeof previous === "string" &&
    typeof at === "string" &&
    ["call", "change", "lost", "checkpoint"].includes(String(kind));
  return isOurs ? (value as unknown as AuditRecord) : undefined;
}

/** What lines can be found by, besides teams. */
export const auditLabels = ["kind", "tool", "server", "organisation", "user", "key", "outcome", "door", "by"] as const;

/** The label of a team: a call may be one of several. */
export function teamLabel(team: string): string {
  return `team ${team}`;
}

/** Whether an entry of the journal is found by what its line says. Older entries have labels with passwords in URLs. */
export function isFoundByItsLine({ at, labels }: JournalEntry, record: AuditRecord): boolean {
  const own = Object.entries(labelsOf(record));
  return (
    at === Date.parse(record.at) &&
    Object.keys(labels).length === own.length &&
    own.every(([name, value]) => Object.hasOwn(labels, name) && withoutLogins.text(labels[name] as string) === value)
  );
}

function labelsOf(content: AuditContent): JournalLabels {
  const fields = content as unknown as Readonly<Record<string, unknown>>;
  const teams = content.kind === "call" ? (content.teams ?? []) : [];
  return Object.fromEntries([
    ...auditLabels.flatMap((name) => (typeof fields[name] === "string" ? [[name, fields[name] as string]] : [])),
    ...teams.map((team) => [teamLabel(team), ""]),
  ]);
}
