import { type StartTimer, startBackgroundTimer } from "@toolcrib/shared/timers";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { BackgroundWrites } from "../files/background-writes.ts";
import { type ApprovalChange, type Approvals, isSameApprovals, withChange } from "./approvals.ts";
import { pinFile } from "./pin-file.ts";
import { type PinPlace, readApprovals, updateApprovals } from "./pin-place.ts";
import { type HeldItem, keyOf, type ReviewedItem } from "./reviewed-item.ts";
import type { TrustGate } from "./trust-gate.ts";

const maxSaveMilliseconds = 10_000;
/** What another process approves is in force within a second. */
const pollMilliseconds = 400;

/** Options for trusting servers. */
export interface PinTrustOptions {
  /** The file with the hashes of approved items, or another place for them. */
  readonly file: string | PinPlace;
  /**
   * How new items are treated. `approve`: used, and pinned from now on. `hold`: held back until approved.
   * `approve-first`: approved if nothing of their server was approved before, otherwise held back. Default:
   * `approve-first`.
   */
  readonly newTools?: "approve" | "approve-first" | "hold";
  /** Writes the file. Default: its own writer. */
  readonly writes?: BackgroundWrites;
  /** Whether everything is held back until the place can be read, instead of an error at the start. Default: false. */
  readonly holdsUntilRead?: boolean;
}

/**
 * Pins what servers say about themselves: a tool, a prompt, a template or instructions that differ from the approved
 * version are held back, because a server can turn malicious after it was allowed. Several processes may share a file.
 */
export class PinTrust implements TrustGate {
  readonly specificationVersion = "v1";
  readonly #options: PinTrustOptions;
  readonly #place: PinPlace;
  readonly #writes: BackgroundWrites;
  readonly #listeners = new Set<() => void>();
  /** Undefined while the place has not been read. */
  #approved: Approvals | undefined;
  #version: string | undefined;
  /** What is not written to disk yet. */
  #unsaved: readonly ApprovalChange[] = [];
  #failure: McpError | undefined;

  /** Use `openPinTrust`, which reads the file first. */
  constructor(options: PinTrustOptions, approvals: Approvals | undefined) {
    const { file } = options;
    this.#options = options;
    this.#place = typeof file === "string" ? pinFile(file) : file;
    this.#writes = options.writes ?? new BackgroundWrites();
    this.#approved = approvals;
  }

  review(server: string, items: readonly ReviewedItem[]): ReturnType<TrustGate["review"]> {
    if (this.#approved === undefined) return { allowed: [], held: items.map((item) => ({ item, reason: "new" })) };
    const known = this.#approved.get(server);
    const by = this.#approvesNew(known !== undefined);
    const allowed: ReviewedItem[] = [];
    const held: HeldItem[] = [];
    const added: ReviewedItem[] = [];
    for (const item of items) {
      const hash = known?.get(keyOf(item));
      if (hash === item.hash) allowed.push(item);
      else if (hash !== undefined) held.push({ item, reason: "changed" });
      else if (by === undefined) held.push({ item, reason: "new" });
      else {
        allowed.push(item);
        added.push(item);
      }
    }
    if (by !== undefined && added.length > 0) this.#note([{ server, items: added, by }]);
    return { allowed, held };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Approves these items as they are, and notifies listeners. Rejects if the file could not be written. */
  async approve(items: readonly ReviewedItem[]): Promise<void> {
    this.#note(items.map((item) => ({ server: item.server, items: [item], by: "user" })));
    this.#tell();
    await this.saved();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Resolves when everything approved so far is on disk, or could not be written; then it is retried in the background.
   */
  async saved(): Promise<void> {
    await this.#writes.settled(maxSaveMilliseconds);
  }

  /** Follows what other processes approve; returns a function that stops it. */
  follow(startTimer: StartTimer = startBackgroundTimer): () => void {
    let isStopped = false;
    const poll = async (): Promise<void> => {
      // While the place cannot be read, what was approved so far applies.
      await this.#takeOver().catch(() => {});
      if (!isStopped) timer.restart();
    };
    const timer = startTimer(pollMilliseconds, () => void poll());
    return () => {
      isStopped = true;
      timer.stop();
    };
  }

  async #takeOver(): Promise<void> {
    const version = await this.#place.version();
    const isRead = this.#approved !== undefined;
    // A place that is gone is no approval of everything.
    if (isRead && (version === undefined || version === this.#version)) return;
    const [before, approved] = [this.#approved, await readApprovals(this.#place)];
    // What was saved or approved here meanwhile may be missing from it; the next time it is not.
    if (this.#approved !== before) return;
    this.#version = version;
    this.#replace(this.#unsaved.reduce(withChange, approved));
  }

  #approvesNew(isKnownServer: boolean): "new-items" | "new-server" | undefined {
    const { newTools = "approve-first" } = this.#options;
    if (newTools === "approve") return "new-items";
    return newTools === "approve-first" && !isKnownServer ? "new-server" : undefined;
  }

  #note(changes: readonly ApprovalChange[]): void {
    if (changes.length === 0) return;
    if (this.#approved !== undefined) this.#approved = changes.reduce(withChange, this.#approved);
    this.#unsaved = [...this.#unsaved, ...changes];
    const { name: file } = this.#place;
    this.#failure = notWritten(file, "it takes too long");
    this.#writes.add({
      name: "pins",
      file,
      write: () => this.#save(),
      onFailure: (error) => {
        this.#failure = notWritten(file, reasonOf(error), error);
      },
    });
  }

  /** Merges new items into the file and reads those of other processes. */
  async #save(): Promise<void> {
    const changes = this.#unsaved;
    const onDisk = await updateApprovals(this.#place, (approvals) => changes.reduce(withChange, approvals));
    this.#failure = undefined;
    this.#unsaved = this.#unsaved.slice(changes.length);
    this.#replace(this.#unsaved.reduce(withChange, onDisk));
  }

  #replace(approved: Approvals): void {
    const isSame = this.#approved !== undefined && isSameApprovals(approved, this.#approved);
    this.#approved = approved;
    if (!isSame) this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Reads a pin file and creates a gate for a pool. Throws an `McpError` if the file is invalid. */
export async function openPinTrust(options: PinTrustOptions): Promise<PinTrust> {
  const { file, holdsUntilRead = false } = options;
  const reading = readApprovals(typeof file === "string" ? pinFile(file) : file);
  return new PinTrust(options, await (holdsUntilRead ? reading.catch(() => undefined) : reading));
}

function notWritten(file: string, reason: string, cause?: unknown): McpError {
  return new McpError("pin_file_not_written", { file, reason }, { cause });
}
