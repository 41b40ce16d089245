import { sha256 } from "../../../hash/sha256.ts";

const maxLength = 64;

/** An id as OpenAI's APIs accept it: a longer one is hashed. */
export function shortId(id: string): string {
  return id.length <= maxLength ? id : sha256(id);
}

/** The field by which OpenAI's APIs serve the requests of a session from the same cache. */
export function cacheKeyField(session: string | undefined): { readonly prompt_cache_key?: string } {
  return session === undefined || session === "" ? {} : { prompt_cache_key: shortId(session) };
}
