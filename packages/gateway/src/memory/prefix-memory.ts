import {
  type CacheDiagnosis,
  diagnoseCacheBreak,
  fingerprintRequest,
  type KnownHashes,
  type RequestFingerprint,
} from "@toolcrib/core/cache";
import { Lru } from "../caches/lru.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";

const maxBytes = 8 * 1_024 * 1_024;
const bytesPerHash = 24;

/** The cacheable prefix of each conversation's last request. Used only for the trace. */
export class PrefixMemory {
  readonly #hashes: KnownHashes = new WeakMap();
  readonly #fingerprints = new Lru<string, RequestFingerprint>({ maxSize: maxBytes, sizeOf: bytesOf });

  /**
   * How much of the previous request's cache this request loses; undefined for the first request of a conversation. `places` are the
   * keys under which the previous request may be stored; this request is stored under the first of them.
   */
  diagnose(places: readonly string[], body: MessagesBody): CacheDiagnosis | undefined {
    const { model, messages, system, tools, tool_choice, thinking } = body;
    const request = { model, messages, system, tools: (tools ?? []) as never, tool_choice, thinking };
    const after = fingerprintRequest(request, this.#hashes);
    const before = this.#take(places);
    const [place] = places;
    if (place !== undefined) this.#fingerprints.set(place, after);
    return before === undefined ? undefined : diagnoseCacheBreak(before, after);
  }

  /** A request has one successor; another request that continues from the same point is a branch and has lost nothing. */
  #take(places: readonly string[]): RequestFingerprint | undefined {
    for (const place of places) {
      const before = this.#fingerprints.get(place);
      if (before === undefined) continue;
      this.#fingerprints.delete(place);
      return before;
    }
    return undefined;
  }
}

function bytesOf({ messages, tools }: RequestFingerprint): number {
  return 512 + bytesPerHash * (messages.length + 2 * tools.length);
}
