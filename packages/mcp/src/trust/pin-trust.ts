import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { BackgroundWrites } from "../files/background-writes.ts";
import { type ApprovalChange, type Approvals, isSameApprovals, withChange } from "./approvals.ts";
import { readPinFile, updatePinFile } from "./pin-file.ts";
import { type HeldItem, keyOf, type ReviewedItem } from "./reviewed-item.ts";
import type { TrustGate } from "./trust-gate.ts";

const maxSaveMilliseconds = 10_000;

/** Options for trusting servers. */
export interface PinTrustOptions {
  /** The file with the hashes of approved items. */
  readonly file: string;
  /**
   * How new items are treated. `approve`: used, and pinned from now on. `hold`: held back until approved.
   * `approve-first`: approved if nothing of their server was approved before, otherwise held back. Default:
   * `approve-first`.
   */
  readonly newTools?: "approve" | "approve-first" | "hold";
  /** Writes the file. Default: its own writer. */
  readonly writes?: BackgroundWrites;
}

/**
 * Pins what servers say about themselves: a tool, a prompt, a template or instructions that differ from the approved
 * version are held back, because a server can turn malicious after it was allowed. Several processes may share a file.
 */
export class PinTrust implements TrustGate {
  readonly specificationVersion = "v1";
  readonly #options: PinTrustOptions;
  readonly #writes: BackgroundWrites;
  readonly #listeners = new Set<() => void>();
  #approved: Approvals;
  /** What is not written to disk yet. */
  #unsaved: readonly ApprovalChange[] = [];
  #failure: McpError | undefined;

  /** Use `openPinTrust`, which reads the file first. */
  constructor(options: PinTrustOptions, approvals: Approvals) {
    this.#options = options;
    this.#writes = options.writes ?? new BackgroundWrites();
    this.#approved = approvals;
  }

  review(server: string, items: readonly ReviewedItem[]): ReturnType<TrustGate["review"]> {
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

  #approvesNew(isKnownServer: boolean): "new-items" | "new-server" | undefined {
    const { newTools = "approve-first" } = this.#options;
    if (newTools === "approve") return "new-items";
    return newTools === "approve-first" && !isKnownServer ? "new-server" : undefined;
  }

  #note(changes: readonly ApprovalChange[]): void {
    if (changes.length === 0) return;
    this.#approved = changes.reduce(withChange, this.#approved);
    this.#unsaved = [...this.#unsaved, ...changes];
    const { file } = this.#options;
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
    const onDisk = await updatePinFile(this.#options.file, (approvals) => changes.reduce(withChange, approvals));
    this.#failure = undefined;
    this.#unsaved = this.#unsaved.slice(changes.length);
    const approved = this.#unsaved.reduce(withChange, onDisk);
    if (isSameApprovals(approved, this.#approved)) return;
    this.#approved = approved;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Reads a pin file and creates a gate for a pool. Throws an `McpError` if the file is invalid. */
export async function openPinTrust(options: PinTrustOptions): Promise<PinTrust> {
  return new PinTrust(options, await readPinFile(options.file));
}

function notWritten(file: string, reason: string, cause?: unknown): McpError {
  return new McpError("pin_file_not_written", { file, reason }, { cause });
}
