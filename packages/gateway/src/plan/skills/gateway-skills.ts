import { setImmediate as nextTick } from "node:timers/promises";
import type { Message } from "@toolcrib/core";
import type { SearchIndex } from "@toolcrib/core/engine";
import type { PolicyRule } from "@toolcrib/core/policy";
import {
  allowedSkills,
  prefetchSkills,
  type SkillLibrary,
  type SkillSummary,
  skillIndexOf,
} from "@toolcrib/core/skills";
import { Lru } from "../../caches/lru.ts";
import type { RequestSkills, SkillSearch } from "../../contracts/request-skills.ts";
import { sha256 } from "../../hash/sha256.ts";
import { rankerNameOf } from "../../trace/ranker-name.ts";

/** A searchable skill library; `ready` resolves when its answers no longer change. */
type SkillIndex = SearchIndex & { readonly ready?: () => Promise<unknown> };

interface GatewaySkillsOptions {
  readonly before?: GatewaySkills | undefined;
  readonly index?: SkillIndex | undefined;
}

const maxQueries = 10_000;
const maxSessions = 10_000;
const defaultWait = 500;
const noSkills: readonly SkillSummary[] = [];

/** The skills of a gateway, and what is remembered of them between requests. */
export class GatewaySkills implements RequestSkills {
  readonly library: SkillLibrary;
  readonly index: SkillIndex;
  readonly #byQuery: Lru<string, readonly SkillSummary[]>;
  readonly #discovered: Lru<string, Set<string>>;

  /** `before`: the skills of the previous config. Discovered skills stay discovered, and unchanged skills are shown as before. */
  constructor(library: SkillLibrary, { before, index }: GatewaySkillsOptions = {}) {
    const same = before !== undefined && summaryOf(before.library) === summaryOf(library) ? before : undefined;
    this.library = library;
    this.index = index ?? same?.index ?? skillIndexOf(library);
    this.#byQuery = same === undefined ? new Lru(maxQueries) : same.#byQuery;
    this.#discovered = before === undefined ? new Lru(maxSessions) : before.#discovered;
  }

  /** The skills that rules allow; undefined if they allow none. */
  allowed(policy: readonly PolicyRule[]): SkillLibrary | undefined {
    const allowed = allowedSkills(this.library, policy);
    return allowed.skills.size === 0 ? undefined : allowed;
  }

  /**
   * The skills that fit a user's words, for each of some messages; the last, which the model is to answer, is looked at first. The same
   * words get the same skills as long as they are remembered, also where time was over before their turn: what was sent once is sent again.
   */
  async fitting(queries: readonly string[], search: SkillSearch): Promise<readonly (readonly SkillSummary[])[]> {
    const { scope, policy, ranker, waitMilliseconds = defaultWait } = search;
    // The rules are part of the key: hidden skills must not come from the cache.
    const about = sha256(
      JSON.stringify([scope, ranker === undefined ? null : rankerNameOf(ranker), waitMilliseconds, policy]),
    );
    const until = performance.now() + waitMilliseconds;
    const found = new Map<string, readonly SkillSummary[]>([["", noSkills]]);
    for (const query of [queries.at(-1) ?? "", ...queries]) {
      if (found.has(query)) continue;
      const key = `${about} ${query}`;
      const known = this.#byQuery.get(key);
      found.set(query, known ?? (await this.#look(query, search, until - performance.now())));
      if (known === undefined) this.#byQuery.set(key, found.get(query) ?? noSkills);
    }
    return queries.map((query) => found.get(query) ?? noSkills);
  }

  /** A client may send thousands of messages: yield to other requests in between. */
  async #look(query: string, { policy, ranker }: SkillSearch, milliseconds: number): Promise<readonly SkillSummary[]> {
    if (milliseconds <= 0) return noSkills;
    const question: Message = { role: "user", content: query };
    const options = { policy, ranker, timeoutMilliseconds: milliseconds };
    const prefetch = prefetchSkills([question], this.library, this.index, options);
    await prefetch.done;
    await nextTick();
    return prefetch.take();
  }

  /** What a client's session has discovered, across compactions; a new set each time for a client without a session id. */
  discoveredIn(session: string | undefined): Set<string> {
    if (session === undefined) return new Set();
    const discovered = this.#discovered.get(session) ?? new Set<string>();
    this.#discovered.set(session, discovered);
    return discovered;
  }
}

function summaryOf({ skills }: SkillLibrary): string {
  return JSON.stringify([...skills.values()]);
}
