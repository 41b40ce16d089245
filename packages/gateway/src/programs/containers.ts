import { randomUUID } from "node:crypto";
import type { PendingCall, SnapshotSeal } from "@toolcrib/code";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import type { Store } from "@toolcrib/store";
import { Lru } from "../caches/lru.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import { GatewayError } from "../errors/gateway-error.ts";

/** A program that waits for the client. */
export interface WaitingProgram {
  readonly program: string;
  /** Its calls without a result. */
  readonly calls: readonly PendingCall[];
  readonly snapshot: Uint8Array;
  /** How long it has waited. */
  readonly waitedMilliseconds: number;
}

/** What the client gets: the id holds the program itself, so that any process with the same key can go on. */
export interface Container {
  readonly id: string;
  readonly expires_at: string;
}

export interface ContainersOptions {
  readonly seal: SnapshotSeal;
  /** Keeps programs that are too large for an id. */
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly reportProblem: ReportProblem;
}

const inlinePrefix = "container_s";
const keptPrefix = "container_k";
const namespace = "programs";
/** Larger programs are kept in the store. */
const maxInlineBytes = 96_000;
/** Programs that the store did not take stay in this process. */
const maxKeptBytes = 256 * 2 ** 20;
/** How long a suspended program can be continued. */
export const lifetimeMilliseconds: number = 60 * 60_000;

/** Whether the gateway made an id: clients may send those of other APIs. */
export function isContainerId(id: string | undefined): id is string {
  return id !== undefined && (id.startsWith(inlinePrefix) || id.startsWith(keptPrefix));
}

/** Suspended programs as container ids. */
export class Containers {
  readonly #options: ContainersOptions;
  readonly #kept = new Lru<string, Uint8Array>({ maxSize: maxKeptBytes, sizeOf: ({ length }) => length });

  constructor(options: ContainersOptions) {
    this.#options = options;
  }

  async close(
    { program, calls, snapshot }: Omit<WaitingProgram, "waitedMilliseconds">,
    owner: string,
  ): Promise<Container> {
    const { seal, now } = this.#options;
    const since = now();
    const expiresAt = since + lifetimeMilliseconds;
    const head = Buffer.from(JSON.stringify([program, calls, since]));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    const sealed = seal.seal(Buffer.concat([length, head, snapshot]), { owner, expiresAt });
    const id = await this.#idOf(sealed, owner);
    return { id, expires_at: new Date(expiresAt).toISOString() };
  }

  /** Throws what the seal throws; undefined if there is no such container. */
  async open(id: string, program: string, owner: string): Promise<WaitingProgram | undefined> {
    const sealed = await this.#sealedOf(id, owner);
    if (sealed === undefined) return undefined;
    const { seal, now } = this.#options;
    const bytes = Buffer.from(seal.open(sealed, { owner }));
    const snapshotAt = 4 + bytes.readUInt32LE(0);
    const head = parseJson(bytes.toString("utf8", 4, snapshotAt));
    const [of, calls, since] = Array.isArray(head) ? (head as readonly unknown[]) : [];
    if (of !== program || !Array.isArray(calls) || typeof since !== "number") return undefined;
    const waitedMilliseconds = now() - since;
    return { program, calls: calls as PendingCall[], snapshot: bytes.subarray(snapshotAt), waitedMilliseconds };
  }

  async #idOf(sealed: Uint8Array, owner: string): Promise<string> {
    if (sealed.length <= maxInlineBytes) return `${inlinePrefix}${Buffer.from(sealed).toString("base64url")}`;
    const { store, reportProblem } = this.#options;
    const id = `${keptPrefix}${randomUUID().replaceAll("-", "")}`;
    const value = { sealed: Buffer.from(sealed).toString("base64") };
    try {
      await store.set({ namespace, owner, id }, value, { milliseconds: lifetimeMilliseconds });
    } catch (error) {
      reportProblem("The store did not keep a suspended program: only this process can continue it.", error);
      this.#kept.set(id, sealed);
    }
    return id;
  }

  async #sealedOf(id: string, owner: string): Promise<Uint8Array | undefined> {
    if (id.startsWith(inlinePrefix)) return Buffer.from(id.slice(inlinePrefix.length), "base64url");
    if (!id.startsWith(keptPrefix)) return undefined;
    const kept = this.#kept.get(id);
    if (kept !== undefined) return kept;
    const [value] = await this.#options.store.get([{ namespace, owner, id }]).catch((cause: unknown) => {
      throw new GatewayError("store_unavailable", {}, { cause });
    });
    const { sealed } = isRecord(value) ? value : {};
    return typeof sealed === "string" ? Buffer.from(sealed, "base64") : undefined;
  }
}
