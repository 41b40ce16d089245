import { randomUUID } from "node:crypto";
import type { PendingCall, SnapshotSeal } from "@toolcrib/code";
import { isToolcribError } from "@toolcrib/shared/errors";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import type { Store } from "@toolcrib/store";
import type { ReportProblem } from "../contracts/report-problem.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { inlinePrefix, keptPrefix } from "../inner-form/container.ts";
import { boundStored } from "./bound-stored.ts";
import { KeptPrograms } from "./kept-programs.ts";

/** A program that waits for the client. */
export interface WaitingProgram {
  readonly program: string;
  /** Its calls without a result. */
  readonly calls: readonly PendingCall[];
  readonly snapshot: Uint8Array;
  /** What its result has to tell the model besides its output. */
  readonly note?: string | undefined;
  /** How long it has waited. */
  readonly waitedMilliseconds: number;
}

/** What the programs of a container left for the next one. */
export interface KeptState {
  /** The last of these programs. */
  readonly program: string;
  /** Undefined if nothing is left of them. */
  readonly state: Uint8Array | undefined;
  /** What the result of the next program has to tell the model. */
  readonly note?: string | undefined;
}

/** A container that was opened: its state, or why there is none. */
export type OpenedState = (KeptState & { readonly container: Container }) | { readonly gone: string };

/** What the client gets: the id holds the program or the state itself, so that any process with the same key can go on. */
export interface Container {
  readonly id: string;
  readonly expires_at: string;
}

export interface ContainersOptions {
  readonly seal: SnapshotSeal;
  /** Keeps programs and states that are too large for an id. Without one, they stay in this process. */
  readonly store?: Store | undefined;
  /** How much a caller may have in the store. Default: 256 MiB. */
  readonly maxStoredBytes?: number | undefined;
  /** How much stays in this process, of all callers. Default: 128 MiB. */
  readonly maxKeptBytes?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly reportProblem: ReportProblem;
}

const namespace = "programs";
/** Larger programs are kept in the store. */
const maxInlineBytes = 96_000;
/** What no store keeps stays in this process; what the caller with the most has not used for longest goes first. */
const maxKeptBytes = 128 * 2 ** 20;
/** What a caller has in the store at the same time; the oldest go first. */
const maxStoredBytes = 256 * 2 ** 20;
/** How long a suspended program can be continued. */
export const lifetimeMilliseconds: number = 60 * 60_000;

/** Suspended programs as container ids. */
export class Containers {
  readonly #options: ContainersOptions;
  readonly #kept: KeptPrograms;

  constructor(options: ContainersOptions) {
    this.#options = options;
    this.#kept = new KeptPrograms(options.maxKeptBytes ?? maxKeptBytes);
  }

  close(
    { program, calls, snapshot, note }: Omit<WaitingProgram, "waitedMilliseconds">,
    owner: string,
  ): Promise<Container> {
    return this.#close([program, calls, this.#options.now(), note], snapshot, owner);
  }

  /** Throws what the seal throws; undefined if there is no such container. */
  async open(id: string, program: string, owner: string): Promise<WaitingProgram | undefined> {
    const sealed = await this.#sealedOf(id, owner);
    if (sealed === undefined) return undefined;
    const { of, calls, since, note, bytes: snapshot } = this.#read(sealed, owner);
    if (of !== program || !Array.isArray(calls)) return undefined;
    const waitedMilliseconds = this.#options.now() - since;
    return { program, calls: calls as PendingCall[], snapshot, note, waitedMilliseconds };
  }

  /** A container between two programs. */
  closeState({ program, state = new Uint8Array(), note }: KeptState, owner: string): Promise<Container> {
    return this.#close([program, null, this.#options.now(), note], state, owner);
  }

  /**
   * The state in a container. Clients keep on sending an id that has become useless: by time, by a restart without keys, or because
   * its program waited then and has ended since. Throws what the seal throws if it was modified or belongs to another caller.
   */
  async openState(id: string, owner: string): Promise<OpenedState> {
    const { seal, now } = this.#options;
    const sealed = await this.#sealedOf(id, owner);
    if (sealed === undefined) return { gone: "their container was not found" };
    if (!seal.knowsKeyOf(sealed)) return { gone: "their container was made with another key" };
    try {
      const { of, calls, since, note, bytes } = this.#read(sealed, owner);
      if (Array.isArray(calls)) return { gone: "their container is not the last one" };
      const container = { id, expires_at: new Date(since + lifetimeMilliseconds).toISOString() };
      const state = bytes.length === 0 ? undefined : bytes;
      // Used within half of its time, it is as good as a new one.
      if (now() - since < lifetimeMilliseconds / 2) return { program: of, state, note, container };
      return { program: of, state, note, container: await this.closeState({ program: of, state, note }, owner) };
    } catch (error) {
      if (isToolcribError(error) && error.code === "snapshot_expired") return { gone: "their container expired" };
      throw error;
    }
  }

  async #close(head: readonly unknown[], bytes: Uint8Array, owner: string): Promise<Container> {
    const { seal, now } = this.#options;
    const expiresAt = now() + lifetimeMilliseconds;
    const json = Buffer.from(JSON.stringify(head));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(json.length);
    const sealed = seal.seal(Buffer.concat([length, json, bytes]), { owner, expiresAt });
    const id = await this.#idOf(sealed, owner);
    return { id, expires_at: new Date(expiresAt).toISOString() };
  }

  #read(sealed: Uint8Array, owner: string) {
    const bytes = Buffer.from(this.#options.seal.open(sealed, { owner }));
    const bodyAt = 4 + bytes.readUInt32LE(0);
    const head = parseJson(bytes.toString("utf8", 4, bodyAt)) as readonly [string, unknown, number, string?];
    const [of, calls, since, note] = head;
    return { of, calls, since, note: note ?? undefined, bytes: bytes.subarray(bodyAt) };
  }

  async #idOf(sealed: Uint8Array, owner: string): Promise<string> {
    if (sealed.length <= maxInlineBytes) return `${inlinePrefix}${Buffer.from(sealed).toString("base64url")}`;
    const { store, reportProblem, now, maxStoredBytes: maxBytes = maxStoredBytes } = this.#options;
    const id = `${keptPrefix}${randomUUID().replaceAll("-", "")}`;
    if (store === undefined) {
      this.#kept.add(id, { owner, sealed });
      return id;
    }
    const value = { sealed: Buffer.from(sealed).toString("base64") };
    try {
      const retention = { milliseconds: lifetimeMilliseconds };
      const stored = { namespace, owner, id, bytes: value.sealed.length, ...retention };
      await boundStored(store, stored, { maxBytes, now: now() });
      await store.set({ namespace, owner, id }, value, retention);
    } catch (error) {
      reportProblem("The store did not keep a suspended program: only this process can continue it.", error);
      this.#kept.add(id, { owner, sealed });
    }
    return id;
  }

  async #sealedOf(id: string, owner: string): Promise<Uint8Array | undefined> {
    if (id.startsWith(inlinePrefix)) return Buffer.from(id.slice(inlinePrefix.length), "base64url");
    if (!id.startsWith(keptPrefix)) return undefined;
    const kept = this.#kept.get(id);
    if (kept !== undefined) return kept;
    const { store } = this.#options;
    if (store === undefined) return undefined;
    const [value] = await store.get([{ namespace, owner, id }]).catch((cause: unknown) => {
      throw new GatewayError("store_unavailable", {}, { cause });
    });
    const { sealed } = isRecord(value) ? value : {};
    return typeof sealed === "string" ? Buffer.from(sealed, "base64") : undefined;
  }
}
