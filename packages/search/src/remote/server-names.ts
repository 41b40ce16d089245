import type { SearchAnswer } from "../answer/search-answer.ts";
import type { FoundTool, RemoteTools } from "./remote-tools.ts";

/** The servers whose names are fetched at once, at most. */
const maxServers = 256;

/**
 * What the tools of servers are called, for one search. A ranking asks for the names of few servers, and often of none, so
 * they are fetched once one was asked for, and the tools are ranked again.
 */
export class ServerNames {
  readonly #tools: Pick<RemoteTools, "namesOf">;
  readonly #fetched = new Map<string, ReadonlySet<string> | undefined>();
  /** Those that a ranking asked for and that are not fetched yet. */
  readonly #missing = new Set<string>();

  constructor(tools: Pick<RemoteTools, "namesOf">) {
    this.#tools = tools;
  }

  namesOf(server: string): ReadonlySet<string> | undefined {
    if (!this.#fetched.has(server)) {
      this.#missing.add(server);
    }
    return this.#fetched.get(server);
  }

  /**
   * Ranks until all names are there that the ranking asks for: at first without any, then with those of the tools that the
   * answer shows. Other tools may take the place of what is then set back, so the third time is with those of all tools.
   */
  async settle(found: readonly FoundTool[], rank: () => Promise<SearchAnswer>): Promise<SearchAnswer> {
    const answer = await rank();
    if (this.#missing.size === 0) {
      return answer;
    }
    await this.#fetch(serversOf(found, answer));
    const second = await rank();
    if (this.#missing.size === 0) {
      return second;
    }
    await this.#fetch(found.map(({ document }) => document.server));
    return rank();
  }

  async #fetch(servers: readonly string[]): Promise<void> {
    const wanted = [...new Set([...this.#missing, ...servers])].filter((server) => !this.#fetched.has(server));
    const asked = wanted.slice(0, maxServers);
    const names = await this.#tools.namesOf(asked);
    for (const server of asked) {
      this.#fetched.set(server, names.get(server));
    }
    this.#missing.clear();
  }
}

/** The servers of the tools that an answer shows. */
function serversOf(found: readonly FoundTool[], { hits, candidates }: SearchAnswer): readonly string[] {
  const shown = new Set([...hits, ...candidates].map(({ name }) => name));
  return found.flatMap(({ document }) => (shown.has(document.name) ? [document.server] : []));
}
