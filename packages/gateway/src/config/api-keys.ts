import { timingSafeEqual } from "node:crypto";
import { describeValue } from "@toolcrib/shared/errors";
import { ConfigError } from "../errors/config-error.ts";
import { hashApiKey } from "../identity/api-key.ts";
import type { KeyConfig } from "./gateway-config.ts";

/** The entry for a key; undefined if there is none. Every entry is compared, in constant time. */
export function findApiKey(keys: readonly KeyConfig[], key: string): KeyConfig | undefined {
  const hash = hashApiKey(key);
  let found: KeyConfig | undefined;
  for (const entry of keys) {
    const known = Buffer.from(entry.sha256, "hex");
    if (known.length === hash.length && timingSafeEqual(known, hash)) found ??= entry;
  }
  return found;
}

/** Rejects keys of one name or one hash: limits, records and memories distinguish callers by the name, and rules by the hash. */
export function checkedKeys(keys: readonly KeyConfig[]): readonly KeyConfig[] {
  const seen = new Set<string>();
  for (const [position, { name, sha256 }] of keys.entries()) {
    for (const [field, value] of [
      ["name", name],
      ["sha256", sha256.toLowerCase()],
    ] as const) {
      if (seen.has(`${field} ${value}`)) {
        const received = field === "name" ? describeValue(name) : "the hash of another key";
        const expected = "different from that of every other key";
        throw new ConfigError("config_invalid", { place: "", field: `keys.${position}.${field}`, expected, received });
      }
      seen.add(`${field} ${value}`);
    }
  }
  return keys;
}
