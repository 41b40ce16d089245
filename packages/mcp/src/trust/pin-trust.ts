import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { BackgroundWrites } from "../files/background-writes.ts";
import type { PooledTool } from "../pool/pooled-tool.ts";
import type { HeldTool } from "../pool/server-status.ts";
import { readPinFile, writePinFile } from "./pin-file.ts";
import type { TrustGate } from "./trust-gate.ts";

const maxSaveMilliseconds = 10_000;

/** How tools are trusted. */
export interface PinTrustOptions {
  /** The file with the hashes of approved definitions. */
  readonly file: string;
  /**
   * Tools that were never seen. `approve`: used, and their definition is pinned from now on. `hold`: held back until approved.
   * `approve-first`: approved while nothing of their server was, held back afterwards. Default: `approve-first`.
   */
  readonly newTools?: "approve" | "approve-first" | "hold";
  /** What writes the file. Default: one of its own. */
  readonly writes?: BackgroundWrites;
}

/**
 * Pins definitions: a tool whose definition is another than the approved one is held back, because a tool can turn bad after it was allowed.
 */
export class PinTrust implements TrustGate {
  readonly #options: PinTrustOptions;
  readonly #approved = new Map<string, Map<string, string>>();
  readonly #writes: BackgroundWrites;
  #failure: McpError | undefined;

  /** Use `openPinTrust`, which reads the file first. */
  constructor(options: PinTrustOptions, approvals: ReadonlyMap<string, ReadonlyMap<string, string>>) {
    this.#options = options;
    this.#writes = options.writes ?? new BackgroundWrites();
    for (const [server, tools] of approvals) this.#approved.set(server, new Map(tools));
  }

  review(server: string, tools: readonly PooledTool[]): ReturnType<TrustGate["review"]> {
    const policy = this.#options.newTools ?? "approve-first";
    const approvesNew = policy === "approve" || (policy === "approve-first" && !this.#approved.has(server));
    const allowed: PooledTool[] = [];
    const held: HeldTool[] = [];
    let hasNew = false;
    for (const tool of tools) {
      const hash = this.#approved.get(server)?.get(tool.definition.name);
      if (hash === tool.hash) allowed.push(tool);
      else if (hash !== undefined) held.push({ tool, reason: "changed" });
      else if (approvesNew) {
        allowed.push(tool);
        hasNew = true;
      } else held.push({ tool, reason: "new" });
    }
    if (hasNew) this.#note(allowed);
    return { allowed, held };
  }

  /** Approves these definitions as they are; call the pool's `reviewTools` afterwards. Rejects where the file could not be written. */
  async approve(tools: readonly PooledTool[]): Promise<void> {
    this.#note(tools);
    await this.saved();
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Settles when everything approved so far is on disk, or could not be written; then it is tried again in the background. */
  async saved(): Promise<void> {
    await this.#writes.settled(maxSaveMilliseconds);
  }

  #note(tools: readonly PooledTool[]): void {
    for (const { server, definition, hash } of tools) {
      const own = this.#approved.get(server) ?? new Map<string, string>();
      own.set(definition.name, hash);
      this.#approved.set(server, own);
    }
    const { file } = this.#options;
    this.#failure = notWritten(file, "it takes too long");
    this.#writes.add({
      name: "pins",
      file,
      write: async () => {
        await writePinFile(file, this.#approved);
        this.#failure = undefined;
      },
      onFailure: (error) => {
        this.#failure = notWritten(file, reasonOf(error), error);
      },
    });
  }
}

/** Reads a pin file and makes a gate for a pool of it. Throws an `McpError` where the file is broken. */
export async function openPinTrust(options: PinTrustOptions): Promise<PinTrust> {
  return new PinTrust(options, await readPinFile(options.file));
}

function notWritten(file: string, reason: string, cause?: unknown): McpError {
  return new McpError("pin_file_not_written", { file, reason }, { cause });
}
