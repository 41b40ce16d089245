import { randomUUID } from "node:crypto";
import type { SnapshotSeal } from "@toolcrib/code";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import { Lru } from "../caches/lru.ts";

/** A program that waits for the client, and which of its calls the client's ids stand for. */
export interface WaitingProgram {
  readonly program: string;
  readonly calls: readonly (readonly [toolUseId: string, call: number])[];
  readonly snapshot: Uint8Array;
}

/** What the client gets: the id holds the program itself, so that any process with the same key can go on. */
export interface Container {
  readonly id: string;
  readonly expires_at: string;
}

const inlinePrefix = "container_s";
const keptPrefix = "container_k";
/** Longer programs stay in this process. */
const maxInlineBytes = 96_000;
const maxKeptBytes = 256 * 2 ** 20;
const maxRecentBytes = 64 * 2 ** 20;
const lifetimeMilliseconds = 60 * 60_000;

/** Suspended programs as container ids. */
export class Containers {
  readonly #seal: SnapshotSeal;
  readonly #now: () => number;
  readonly #kept = new Lru<string, Uint8Array>({ maxSize: maxKeptBytes, sizeOf: ({ length }) => length });
  /** Ids by program: clients in the field forget to send them. */
  readonly #recent = new Lru<string, string>({ maxSize: maxRecentBytes, sizeOf: ({ length }) => length });

  constructor(seal: SnapshotSeal, now: () => number) {
    this.#seal = seal;
    this.#now = now;
  }

  close(waiting: WaitingProgram, owner: string): Container {
    const expiresAt = this.#now() + lifetimeMilliseconds;
    const head = Buffer.from(JSON.stringify([waiting.program, waiting.calls]));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    const sealed = this.#seal.seal(Buffer.concat([length, head, waiting.snapshot]), { owner, expiresAt });
    const id = this.#idOf(sealed);
    this.#recent.set(`${owner} ${waiting.program}`, id);
    return { id, expires_at: new Date(expiresAt).toISOString() };
  }

  /** Throws what the seal throws; undefined if there is no such container. */
  open(given: string | undefined, program: string, owner: string): WaitingProgram | undefined {
    const id = given?.startsWith("container_") ? given : this.#recent.get(`${owner} ${program}`);
    const sealed = id?.startsWith(inlinePrefix)
      ? Buffer.from(id.slice(inlinePrefix.length), "base64url")
      : this.#kept.get(id ?? "");
    if (sealed === undefined) return undefined;
    const bytes = Buffer.from(this.#seal.open(sealed, { owner }));
    const snapshotAt = 4 + bytes.readUInt32LE(0);
    const head = parseJson(bytes.toString("utf8", 4, snapshotAt));
    const [of, calls] = Array.isArray(head) ? head : [];
    if (of !== program || !Array.isArray(calls) || isRecord(calls)) return undefined;
    return { program, calls, snapshot: bytes.subarray(snapshotAt) };
  }

  #idOf(sealed: Uint8Array): string {
    if (sealed.length <= maxInlineBytes) return `${inlinePrefix}${Buffer.from(sealed).toString("base64url")}`;
    const id = `${keptPrefix}${randomUUID().replaceAll("-", "")}`;
    this.#kept.set(id, sealed);
    return id;
  }
}
