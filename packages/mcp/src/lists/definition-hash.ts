import { createHash } from "node:crypto";
import { canonicalJson } from "@toolcrib/shared/json";

/** A hash of any JSON value that does not depend on the order of its keys. */
export function definitionHash(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 32);
}
