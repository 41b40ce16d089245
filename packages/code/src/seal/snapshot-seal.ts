import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { CodeError } from "../errors/code-error.ts";
import { readSealKeys } from "./seal-keys.ts";

export interface SnapshotSealOptions {
  /**
   * Keys of 32 bytes in base64. The first one seals, all of them open, so that keys can be replaced. By default, those of the environment
   * variable TOOLCRIB_PROGRAM_KEYS, separated by commas; without it, a random key that is lost with the process.
   */
  readonly keys?: readonly string[];
  /** The current time in milliseconds. */
  readonly now?: () => number;
}

/** Whom a sealed snapshot belongs to: the caller's key, a tenant, a user. Only the same text opens it. */
export interface SealOwner {
  readonly owner: string;
}

/** Encrypts suspended programs, so that they can be kept anywhere, even by the client itself. */
export interface SnapshotSeal {
  /** Whether what was sealed cannot be opened after a restart, because the key is random. */
  readonly isTemporary: boolean;
  seal(snapshot: Uint8Array, options: SealOwner & { readonly expiresAt: number }): Uint8Array;
  /** Whether it was sealed with one of the keys, as far as it says so itself. If not, `open` rejects it. */
  knowsKeyOf(sealed: Uint8Array): boolean;
  /** Throws `snapshot_rejected` or `snapshot_expired`. */
  open(sealed: Uint8Array, options: SealOwner): Uint8Array;
}

const version = 1;
const algorithm = "aes-256-gcm";
// The version, the key's name, when it expires, the nonce and the tag. The text follows.
const head = { version: 0, key: 1, expires: 5, nonce: 13, tag: 25, text: 41 } as const;

interface SealKey {
  readonly name: Buffer;
  readonly bytes: Buffer;
}

/** A seal with AES-256-GCM: what was modified, or belongs to another owner, does not open. */
export function createSnapshotSeal({ keys, now = Date.now }: SnapshotSealOptions = {}): SnapshotSeal {
  const given = readSealKeys(keys);
  const ring = (given ?? [randomBytes(32)]).map(deriveKey);
  return {
    isTemporary: given === undefined,
    seal: (snapshot, { owner, expiresAt }) => seal(ring[0] as SealKey, snapshot, owner, expiresAt),
    knowsKeyOf: (sealed) => keyOf(ring, bufferOf(sealed)) !== undefined,
    open: (sealed, { owner }) => open(ring, bufferOf(sealed), owner, now()),
  };
}

// The operator's key may serve other purposes too: nothing else uses the derived one.
function deriveKey(key: Uint8Array): SealKey {
  const bytes = Buffer.from(hkdfSync("sha256", key, "", "toolcrib suspended program v1", 32));
  return { bytes, name: createHash("sha256").update(bytes).digest().subarray(0, 4) };
}

function seal(key: SealKey, snapshot: Uint8Array, owner: string, expiresAt: number): Uint8Array {
  const start = Buffer.alloc(head.text);
  start.writeUInt8(version, head.version);
  key.name.copy(start, head.key);
  start.writeBigUInt64BE(BigInt(Math.floor(expiresAt)), head.expires);
  randomBytes(head.tag - head.nonce).copy(start, head.nonce);
  const cipher = createCipheriv(algorithm, key.bytes, start.subarray(head.nonce, head.tag));
  cipher.setAAD(boundTo(start, owner));
  const text = Buffer.concat([cipher.update(snapshot), cipher.final()]);
  cipher.getAuthTag().copy(start, head.tag);
  return Buffer.concat([start, text]);
}

const bufferOf = (sealed: Uint8Array): Buffer => Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);

function keyOf(ring: readonly SealKey[], sealed: Buffer): SealKey | undefined {
  const name = sealed.subarray(head.key, head.expires);
  return sealed.length >= head.text ? ring.find((each) => each.name.equals(name)) : undefined;
}

function open(ring: readonly SealKey[], sealed: Buffer, owner: string, now: number): Uint8Array {
  const key = keyOf(ring, sealed);
  if (key === undefined) throw new CodeError("snapshot_rejected", {});
  const decipher = createDecipheriv(algorithm, key.bytes, sealed.subarray(head.nonce, head.tag), { authTagLength: 16 });
  decipher.setAAD(boundTo(sealed, owner));
  decipher.setAuthTag(sealed.subarray(head.tag, head.text));
  let snapshot: Buffer;
  try {
    snapshot = Buffer.concat([decipher.update(sealed.subarray(head.text)), decipher.final()]);
  } catch (cause) {
    throw new CodeError("snapshot_rejected", {}, { cause });
  }
  // Only now is the time authentic.
  const expiresAt = Number(sealed.readBigUInt64BE(head.expires));
  if (expiresAt <= now) throw new CodeError("snapshot_expired", { expired: new Date(expiresAt).toISOString() });
  return snapshot;
}

/** What the tag covers besides the text. */
function boundTo(sealed: Buffer, owner: string): Buffer {
  return Buffer.concat([sealed.subarray(0, head.nonce), createHash("sha256").update(owner).digest()]);
}
