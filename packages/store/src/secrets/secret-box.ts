import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { isRecord } from "@toolcrib/shared/json";
import type { StoreKey } from "../contract/store.ts";
import { textOfKey } from "../contract/text-of-key.ts";
import { StoreError } from "../errors/store-error.ts";
import { readSecretKeys, secretKeysVariable } from "./secret-keys.ts";

/** An encrypted value, as it is stored. */
export interface SealedValue {
  /** The id of the key that opens it. */
  readonly key: string;
  /** When it ends, in milliseconds since 1970. */
  readonly until: number;
  /** The nonce, the tag and the encrypted text, in base64url. */
  readonly sealed: string;
}

interface BoxKey {
  readonly id: string;
  readonly bytes: Buffer;
}

const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts values with AES-256-GCM for the place where they are stored: what was changed, or copied to another place, does not open.
 * The first key encrypts, and all of them decrypt, so that keys can be replaced.
 */
export class SecretBox {
  /** Whether the key is random, so that nothing opens after a restart. */
  readonly isTemporary: boolean;
  readonly #keys: readonly [BoxKey, ...BoxKey[]];

  /** `keys` is the text of TOOLCRIB_SECRET_KEYS. Without it, the key is random. */
  constructor(keys: string | undefined) {
    this.isTemporary = keys === undefined || keys.trim() === "";
    const [first, ...others] = this.isTemporary ? [randomBytes(32)] : readSecretKeys(keys as string);
    this.#keys = [deriveKey(first as Buffer), ...others.map(deriveKey)];
  }

  /** The id of the key that encrypts. */
  get keyId(): string {
    return this.#keys[0].id;
  }

  seal(value: object, place: StoreKey, until: number): SealedValue {
    const [{ id, bytes }] = this.#keys;
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv(algorithm, bytes, nonce);
    cipher.setAAD(boundTo(place, id, until));
    const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
    return { key: id, until, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url") };
  }

  /** Throws `secret_key_missing` or `secret_rejected`. */
  open(stored: object, place: StoreKey): object {
    const { key: id, until, sealed } = readSealed(stored, place);
    const key = this.#keys.find((each) => each.id === id);
    if (key === undefined) {
      throw new StoreError("secret_key_missing", { id, namespace: place.namespace, variable: secretKeysVariable });
    }
    try {
      const bytes = Buffer.from(sealed, "base64url");
      const nonce = bytes.subarray(0, nonceLength);
      const decipher = createDecipheriv(algorithm, key.bytes, nonce, { authTagLength: tagLength });
      decipher.setAAD(boundTo(place, id, until));
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]);
      return JSON.parse(text.toString("utf8")) as object;
    } catch {
      // Without the cause, which may quote decrypted text.
      throw rejected(place);
    }
  }
}

/** The fields of a stored value, which are not authentic until it is opened. */
export function readSealed(stored: object, place: StoreKey): SealedValue {
  const { key, until, sealed } = isRecord(stored) ? stored : {};
  if (typeof key === "string" && typeof until === "number" && typeof sealed === "string") return { key, until, sealed };
  throw rejected(place);
}

/** The operator's key may serve other purposes too: nothing else uses the derived one. */
function deriveKey(key: Buffer): BoxKey {
  const bytes = Buffer.from(hkdfSync("sha256", key, "", "toolcrib stored secret v1", 32));
  return { bytes, id: createHash("sha256").update(bytes).digest("hex").slice(0, 12) };
}

/** What the tag covers besides the text. */
function boundTo(place: StoreKey, id: string, until: number): Buffer {
  return Buffer.from(JSON.stringify([textOfKey(place), id, until]));
}

function rejected({ namespace }: StoreKey): StoreError {
  return new StoreError("secret_rejected", { namespace });
}
