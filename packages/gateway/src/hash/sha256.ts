import { hash } from "node:crypto";

/** The SHA-256 digest of a text. */
export function sha256(text: string, encoding: "hex" | "base64url" = "base64url"): string {
  return hash("sha256", text, encoding);
}
