import { createHash } from "node:crypto";
import { oncePer } from "@toolcrib/shared/caches";
import { canonicalJson } from "@toolcrib/shared/json";

/** A hash of any JSON value that does not depend on the order of its keys. */
export function definitionHash(value: unknown): string {
  return typeof value === "object" && value !== null ? hashOfObject(value) : hashOf(value);
}

const hashOfObject = oncePer(hashOf);

function hashOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 32);
}
