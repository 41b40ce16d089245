import { deflateRawSync, inflateRawSync } from "node:zlib";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import { CodeError } from "../errors/code-error.ts";
import type { PythonInput } from "./python-thread.ts";

/** Everything that an interpreter was given. The same inputs lead to the same state, so this is the state. */
export type ReplayJournal = readonly PythonInput[];

const maxJournalBytes = 256 * 2 ** 20;

export function encodeJournal(journal: ReplayJournal): Uint8Array {
  return deflateRawSync(JSON.stringify(journal), { level: 1 });
}

export function decodeJournal(state: Uint8Array): ReplayJournal {
  let journal: unknown;
  try {
    journal = parseJson(inflateRawSync(state, { maxOutputLength: maxJournalBytes }).toString("utf8"));
  } catch {
    journal = undefined;
  }
  const isJournal =
    Array.isArray(journal) &&
    journal.length > 0 &&
    journal.every(
      (input) => isRecord(input) && typeof input["line"] === "string" && Number.isSafeInteger(input["seconds"]),
    );
  if (!isJournal) throw new CodeError("invalid_program_snapshot", { expected: "a journal", received: "other bytes" });
  return journal as ReplayJournal;
}
