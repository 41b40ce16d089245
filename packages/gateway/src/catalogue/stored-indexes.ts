import { type SearchAnswer, type SearchableTool, SearchError, type SearchOptions } from "@toolcrib/search";
import type { SqlToolIndex, ToolCatalogues } from "@toolcrib/store/search";
import type { ReportProblem } from "../contracts/report-problem.ts";

/** A catalogue that can be searched, wherever it is. */
export interface CatalogueSearch {
  /** The number of tools. */
  readonly size: number;
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
}

/** The tools of a request, and how they are indexed where the database is not available. */
export interface IndexedRequest {
  /** Identifies the tools by their content. */
  readonly key: string;
  readonly tools: readonly SearchableTool[];
  readonly indexHere: () => Promise<CatalogueSearch>;
}

export interface StoredIndexesOptions {
  readonly catalogues: Pick<ToolCatalogues, "of">;
  readonly reportProblem: ReportProblem;
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
}

/** How long a failed database is left alone, so that searches do not wait for it again and again. */
const pauseMilliseconds = 5_000;

/** Catalogues of requests that are searched in a database. While it is not available, they are searched in this process. */
export class StoredIndexes {
  readonly #options: StoredIndexesOptions;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: StoredIndexesOptions) {
    this.#options = options;
  }

  /** The index of these tools. They are written to the database if they are not there. */
  async open({ key, tools, indexHere }: IndexedRequest): Promise<CatalogueSearch> {
    // What a request brings is known by its content, so callers with the same tools share a catalogue and see nothing else.
    const stored = this.#options.catalogues.of(key);
    let here: Promise<CatalogueSearch> | undefined;
    const searchHere = async (query: string, options: SearchOptions = {}): Promise<SearchAnswer> => {
      here ??= indexHere();
      return (await here).search(query, options);
    };
    let isWritten = await this.#tries(() => writeTools(stored, tools));
    return {
      size: tools.length,
      search: async (query, options = {}) => {
        isWritten ||= await this.#tries(() => writeTools(stored, tools));
        if (!isWritten || this.#isPaused) return searchHere(query, options);
        try {
          return await stored.search(query, options);
        } catch (error) {
          // A query that cannot be searched is the same mistake anywhere.
          if (error instanceof SearchError) throw error;
          this.#pause(error);
          return searchHere(query, options);
        }
      },
    };
  }

  get #isPaused(): boolean {
    return this.#options.clock() < this.#pausedUntil;
  }

  async #tries(work: () => Promise<void>): Promise<boolean> {
    if (this.#isPaused) return false;
    try {
      await work();
      return true;
    } catch (error) {
      this.#pause(error);
      return false;
    }
  }

  #pause(error: unknown): void {
    this.#pausedUntil = this.#options.clock() + pauseMilliseconds;
    this.#options.reportProblem("The database could not be searched; tools are searched in memory for now.", error);
  }
}

/** Several gateways may write the same tools at the same time: each finds what the others wrote. */
async function writeTools(stored: SqlToolIndex, tools: readonly SearchableTool[]): Promise<void> {
  if ((await stored.size()) !== tools.length) await stored.sync(tools);
}
