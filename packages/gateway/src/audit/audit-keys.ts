import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { ConfigError } from "../errors/config-error.ts";

/** The environment variable with the private key, unless the config names another. */
export const defaultSigningKeyEnv = "TOOLCRIB_AUDIT_KEY";

/** Signs checkpoints. */
export interface AuditSigner {
  readonly id: string;
  /** In one line, for those who verify. */
  readonly publicKey: string;
  sign(text: string): string;
}

/** A new pair of keys, each in one line: base64url of the key's DER form. */
export function createAuditKeys(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "der" }).toString("base64url"),
    publicKey: writePublicKey(publicKey),
  };
}

/** Reads a private key of `createAuditKeys`. */
export function openAuditSigner(text: string, variable: string): AuditSigner {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: Buffer.from(text.trim(), "base64url"), type: "pkcs8", format: "der" });
    if (key.asymmetricKeyType !== "ed25519") throw new Error(`a key of type ${key.asymmetricKeyType}`);
  } catch {
    throw new ConfigError("invalid_audit_key", { variable });
  }
  const publicKey = writePublicKey(createPublicKey(key));
  return {
    id: auditKeyId(publicKey),
    publicKey,
    sign: (signed) => sign(null, Buffer.from(signed), key).toString("base64url"),
  };
}

/** Reads the private key from the environment; undefined if there is none. */
export function signerFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string = defaultSigningKeyEnv,
): AuditSigner | undefined {
  const key = environment[variable] ?? "";
  return key === "" ? undefined : openAuditSigner(key, variable);
}

/** The id of a public key, by which checkpoints name their signer. */
export function auditKeyId(publicKey: string): string {
  return createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("hex").slice(0, 16);
}

/** Whether a signature was made with the private key of this public one. */
export function isSignedWith(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64url"), type: "spki", format: "der" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

function writePublicKey(key: KeyObject): string {
  return key.export({ type: "spki", format: "der" }).toString("base64url");
}
