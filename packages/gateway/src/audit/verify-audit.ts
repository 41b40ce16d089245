import type { JournalEntry } from "@toolcrib/store";
import type { AuditCheckpoint, AuditRecord } from "../contracts/audit.ts";
import { firstPrevious, hashOfLine, isFoundByItsLine, parseAuditRecord, signedText } from "./audit-chain.ts";
import { auditKeyId, isSignedWith } from "./audit-keys.ts";

/** What does not add up, and where. */
export interface AuditProblem {
  readonly sequence: number;
  readonly problem: string;
}

/** The outcome of a verification. */
export interface AuditVerification {
  readonly lines: number;
  readonly first: number | null;
  readonly last: number | null;
  /** The hash of the last line, to be kept at another place. */
  readonly lastHash: string | null;
  /** Checkpoints with a valid signature of a known key. */
  readonly signedCheckpoints: number;
  /** Lines after the last of them: whoever can write to the database could still change these unnoticed. */
  readonly unsignedLines: number;
  /** Calls that were never written, because the store was down. */
  readonly lostCalls: number;
  /** At most a hundred. */
  readonly problems: readonly AuditProblem[];
}

export interface VerifyAuditOptions {
  /** The public keys whose signatures count. */
  readonly publicKeys: readonly string[];
  /** Lines younger than this were not removed by retention. In milliseconds since 1970; default: any may have been. */
  readonly keptSince?: number | undefined;
  /** A line that must be there: its sequence and its hash, noted earlier at another place. */
  readonly known?: KnownLine | undefined;
  /** The line before the first one, if these lines continue others that were verified. */
  readonly after?: KnownLine | undefined;
  /** Whether other lines follow: then the last checkpoint is not among these. Default: false. */
  readonly isContinued?: boolean | undefined;
}

/** A line of a log, by its number and the hash of its bytes. */
export interface KnownLine {
  readonly sequence: number;
  readonly hash: string;
}

const maxProblems = 100;
/** A gateway signs after a minute with calls. */
const maxUnsignedMinutes = 15;

/**
 * Checks that no line of an audit log was changed, added or removed. The lines come in their order. Of entries of a journal it also
 * checks the columns that filters use, which the hashes do not cover.
 */
export async function verifyAudit(
  lines: AsyncIterable<string | JournalEntry> | Iterable<string | JournalEntry>,
  options: VerifyAuditOptions,
): Promise<AuditVerification> {
  const verifier = new Verifier(options);
  for await (const line of lines) verifier.add(line);
  return verifier.end();
}

type CheckpointRecord = AuditRecord & AuditCheckpoint;

class Verifier {
  readonly #options: VerifyAuditOptions;
  readonly #problems: AuditProblem[] = [];
  #lines = 0;
  #first: number | null = null;
  #last: KnownLine | undefined;
  #signed = 0;
  #unsigned = 0;
  /** The last checkpoint without a signature, if none with a valid one came after it. */
  #unsignedCheckpoint: number | undefined;
  /** The first line of a gateway since the last checkpoint with a valid signature, and the time of the last one. */
  #unsignedSince: AuditRecord | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  #lost = 0;
  #hasSeenKnown = false;

  constructor(options: VerifyAuditOptions) {
    this.#options = options;
    this.#last = options.after;
  }

  add(given: string | JournalEntry): void {
    const line = typeof given === "string" ? given : given.text;
    const record = parseAuditRecord(line);
    const place = (this.#last?.sequence ?? 0) + 1;
    this.#lines++;
    if (record === undefined) {
      this.#problem(place, "is not a line of an audit log");
      return;
    }
    const { sequence, previous } = record;
    this.#first ??= sequence;
    if (this.#last === undefined) this.#begin(record);
    else if (sequence !== place) this.#problem(sequence, `comes after ${place - 1}: lines in between are missing`);
    else if (previous !== this.#last.hash)
      this.#problem(sequence, `does not continue line ${place - 1}, which was changed or replaced`);
    if (typeof given !== "string" && !isFoundByItsLine(given, record)) {
      this.#problem(
        sequence,
        "is missing from filtered lists, or in the wrong ones: its labels or its time were changed",
      );
    }
    this.#unsigned++;
    if (isOfGateway(record)) {
      this.#unsignedSince ??= record;
      this.#lastAt = Math.max(this.#lastAt, Date.parse(record.at));
    }
    if (record.kind === "checkpoint") this.#checkSignature(record);
    if (record.kind === "lost") this.#lost += record.count;
    const hash = hashOfLine(line);
    if (sequence === this.#options.known?.sequence) {
      this.#hasSeenKnown = true;
      if (hash !== this.#options.known.hash) this.#problem(sequence, "is not the line that was noted");
    }
    this.#last = { sequence, hash };
  }

  end(): AuditVerification {
    const { known, publicKeys, isContinued = false } = this.#options;
    if (publicKeys.length > 0 && !isContinued) this.#checkEnd();
    if (known !== undefined && !this.#hasSeenKnown && known.sequence >= (this.#first ?? 0)) {
      this.#problem(known.sequence, "was noted, and is missing");
    }
    return {
      lines: this.#lines,
      first: this.#first,
      last: this.#last?.sequence ?? null,
      lastHash: this.#last?.hash ?? null,
      signedCheckpoints: this.#signed,
      unsignedLines: this.#unsigned,
      lostCalls: this.#lost,
      problems: this.#problems,
    };
  }

  /** Whoever writes the log again without the key leaves out the signatures, or the checkpoints themselves. */
  #checkEnd(): void {
    if (this.#unsignedCheckpoint !== undefined) {
      this.#problem(
        this.#unsignedCheckpoint,
        "is a checkpoint without a signature, and no signed one follows: the lines before it may have been written again",
      );
    } else if (this.#unsignedSince !== undefined) {
      const { sequence, at } = this.#unsignedSince;
      const minutes = Math.floor((this.#lastAt - Date.parse(at)) / 60_000);
      if (minutes < maxUnsignedMinutes) return;
      this.#problem(
        sequence,
        `and what follows in the next ${minutes} minutes is not signed: it may have been written again, unless its gateway was killed`,
      );
    }
  }

  /** A log begins with its first line or, after retention, with a checkpoint. */
  #begin(record: AuditRecord): void {
    const { sequence, previous, kind, at } = record;
    if (sequence === 1) {
      if (previous !== firstPrevious) this.#problem(1, "is not the first line of a log");
      return;
    }
    if (kind !== "checkpoint")
      this.#problem(sequence, "is the first line, and not a checkpoint: the lines before it are missing");
    else if (this.#options.keptSince !== undefined && Date.parse(at) > this.#options.keptSince) {
      this.#problem(sequence, "is the first line, and too young for retention to have removed those before it");
    }
  }

  #checkSignature(record: CheckpointRecord): void {
    const { sequence, signer, signature } = record;
    const { publicKeys } = this.#options;
    if (signer === undefined || signature === undefined) {
      this.#unsignedCheckpoint = sequence;
      return;
    }
    const key = publicKeys.find((publicKey) => auditKeyId(publicKey) === signer);
    if (key === undefined) {
      if (publicKeys.length > 0) this.#problem(sequence, `is signed with an unknown key (${signer})`);
      return;
    }
    if (!isSignedWith(key, signedText(record), signature)) {
      this.#problem(sequence, "has a signature that does not fit");
      return;
    }
    this.#signed++;
    this.#unsigned = 0;
    this.#unsignedCheckpoint = undefined;
    this.#unsignedSince = undefined;
  }

  #problem(sequence: number, problem: string): void {
    if (this.#problems.length < maxProblems) this.#problems.push({ sequence, problem: `Line ${sequence} ${problem}.` });
  }
}

/** Commands without a key write single lines without a checkpoint; the next one of a gateway covers these. */
function isOfGateway(record: AuditRecord): boolean {
  return record.kind === "call" || (record.kind === "change" && record.door !== "command");
}
