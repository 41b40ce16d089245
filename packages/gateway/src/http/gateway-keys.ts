import { oncePer } from "@toolcrib/shared/caches";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import { Lru } from "../caches/lru.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import { hashApiKey } from "../identity/api-key.ts";
import type { ConfiguredState } from "./gateway-state.ts";

type KeyState = Pick<ConfiguredState, "config" | "directory">;

/** Shorter texts are words, and occur anywhere. */
const minKeyLength = 8;
const maxCleanTexts = 1_000;
const maxCleanLength = 256;
const printable = /^[\x20-\x7e]*$/;

/**
 * Whether a text contains a key of this gateway, or a token of its issuer: as the whole, as a word, within a longer word, in base64 as
 * in a basic login, or percent-encoded.
 */
export function holdsGatewayKey(text: string, { config, directory }: KeyState): boolean {
  const { known, clean } = memoOf(config);
  if (clean.get(text) !== undefined) return false;
  for (const candidate of candidatesIn(text)) {
    const hash = hashApiKey(candidate).toString("hex");
    if (known.has(hash) || directory.findKey(hash) !== undefined || isToken(candidate, config)) return true;
  }
  // A key that is made later is random, so it was in no text before.
  if (text.length <= maxCleanLength) clean.set(text, text);
  return false;
}

/** A target without the parts of its query that contain a key. */
export function withoutKeysInQuery(target: string, state: KeyState): string {
  const start = target.indexOf("?");
  if (start === -1) return target;
  const parts = target.slice(start + 1).split("&");
  const kept = parts.filter((part) => !holdsGatewayKey(part, state));
  if (kept.length === parts.length) return target;
  return target.slice(0, start) + (kept.length === 0 ? "" : `?${kept.join("&")}`);
}

/** Clients send the same headers with every request. */
const memoOf = oncePer(({ keys }: ResolvedConfig) => ({
  known: new Set(keys.map(({ sha256 }) => sha256.toLowerCase())) as ReadonlySet<string>,
  clean: new Lru<string, string>(maxCleanTexts),
}));

/** What of a text may be a key. */
function candidatesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const form of formsOf(text)) {
    found.add(form.trim());
    // What follows a scheme such as `Bearer`, or the name in `name=value`, is a key even if it contains other characters.
    for (const separator of [/\s+/, /[=:]/]) {
      const at = form.search(separator);
      if (at !== -1) found.add(form.slice(at + 1).trim());
    }
    for (const word of form.split(/[\s,;:=&"'<>()[\]{}]+/)) found.add(word);
    for (const [made] of form.matchAll(/tck_[\w-]+/g)) {
      found.add(made);
      // As long as those that `toolcrib key` makes.
      found.add(made.slice(0, 47));
    }
  }
  for (const candidate of found) if (candidate.length < minKeyLength) found.delete(candidate);
  return found;
}

/** A text, decoded in every way in which a client may have encoded it. */
function formsOf(text: string): readonly string[] {
  const forms = [text];
  if (text.includes("%")) forms.push(text.replaceAll(/(?:%[\da-f]{2})+/gi, decoded));
  for (const [word] of text.matchAll(/[\w+/-]{10,}/g)) {
    const plain = Buffer.from(word, "base64").toString("latin1");
    if (printable.test(plain)) forms.push(plain);
  }
  return forms;
}

function decoded(bytes: string): string {
  return Buffer.from(bytes.replaceAll("%", ""), "hex").toString();
}

/** Whether a text is a token that the gateway's issuer made for it. Its signature does not matter here. */
function isToken(text: string, { oidc }: Pick<ResolvedConfig, "oidc">): boolean {
  if (oidc === undefined) return false;
  const [, payload, signature, ...more] = text.split(".");
  if (payload === undefined || signature === undefined || more.length > 0) return false;
  const claims = parseJson(Buffer.from(payload, "base64url").toString());
  if (!isRecord(claims) || claims["iss"] !== oidc.issuer) return false;
  const audience: unknown[] = [claims["aud"]].flat();
  return audience.includes(oidc.audience) || audience.includes(oidc.clientId);
}
