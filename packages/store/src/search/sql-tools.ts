import type {
  CatalogueState,
  FoundTool,
  FoundTools,
  RemoteTools,
  StoredFrequency,
  WantedTools,
} from "@toolcrib/search/remote";
import { findByMeaning, findByName, findByPrefix, findByWords, type SearchedCatalogue } from "./find-numbers.ts";
import { isKeptTerm, lexeme } from "./lexemes.ts";
import { StatementParameters } from "./parameters.ts";
import { listTools, readServerNames, readTools } from "./read-tools.ts";
import { isUnrestricted, visibleCondition } from "./visible-tools.ts";

/** Names that are compared with a misspelt one; beyond that only those that begin like a word of it. */
const maxComparedNames = 20_000;
const sharedLetters = 3;

/** One search in one catalogue, restricted to what its caller may see. */
export class SqlTools implements RemoteTools {
  readonly #searched: SearchedCatalogue;
  /** How many tools the restriction leaves; undefined if the database has to count them. */
  readonly #searchable: number | undefined;

  constructor(searched: SearchedCatalogue, searchable: number | undefined) {
    this.#searched = searched;
    this.#searchable = searchable;
  }

  async open(terms: readonly string[]): Promise<CatalogueState> {
    const { database, row } = this.#searched;
    const kept = terms.filter(isKeptTerm);
    const [rows, searchable] = await Promise.all([
      kept.length === 0
        ? []
        : database.query(
            `SELECT term, tools::text, describing::text, prominent::text FROM toolcrib_tool_terms
             WHERE catalogue = ${row.number} AND term = ANY ($1::text[]) AND tools > 0`,
            [kept],
          ),
      this.#searchable ?? this.#count(),
    ]);
    const frequencies = new Map<string, StoredFrequency>();
    for (const { term, tools, describing, prominent } of rows) {
      const frequency = { tools: Number(tools), describing: Number(describing), prominent: Number(prominent) };
      frequencies.set(String(term), frequency);
    }
    return { tools: row.tools, searchable, hasVectors: row.tools > 0 && row.embedded === row.tools, frequencies };
  }

  async find(wanted: WantedTools): Promise<FoundTools> {
    const [words, names, prefixes, near] = await Promise.all([
      findByWords(this.#searched, wanted),
      findByName(this.#searched, wanted),
      Promise.all(wanted.prefixes.map((prefix) => findByPrefix(this.#searched, prefix))),
      findByMeaning(this.#searched, wanted),
    ]);
    const numbers = new Set([...words, ...names, ...prefixes.flatMap((prefix) => prefix.numbers), ...near.numbers]);
    const read = await readTools(this.#searched, [...numbers]);
    return { ...read, prefixed: prefixes.map(({ count }) => count), distances: near.distances };
  }

  namesOf(servers: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    return readServerNames(this.#searched, servers);
  }

  async namesLike(text: string): Promise<readonly string[]> {
    const { database, row, restriction } = this.#searched;
    const parameters = new StatementParameters();
    const visible = visibleCondition(restriction, parameters);
    const beginnings = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))]
      .filter(({ length }) => length >= sharedLetters)
      .slice(0, maxWords)
      .map((word) => `${lexeme(row.number, "prominent", word.slice(0, sharedLetters))}:*`);
    const isSmall = row.tools <= maxComparedNames;
    if (!isSmall && beginnings.length === 0) return [];
    const alike = isSmall ? "true" : `tool.words @@ ${parameters.add(beginnings.join(" | "), "tsquery")}`;
    const rows = await database.query(
      `SELECT tool.name FROM toolcrib_tools tool WHERE tool.catalogue = ${row.number} AND ${alike} AND ${visible}
       LIMIT ${maxComparedNames}`,
      parameters.values,
    );
    return rows.map(({ name }) => JSON.parse(`"${name}"`) as string);
  }

  list(after: string | undefined, limit: number): Promise<readonly FoundTool[]> {
    return listTools(this.#searched, after, limit);
  }

  async #count(): Promise<number> {
    const { database, row, restriction } = this.#searched;
    if (isUnrestricted(restriction)) return row.tools;
    const parameters = new StatementParameters();
    const [counted] = await database.query(
      `SELECT count(*)::text AS tools FROM toolcrib_tools tool
       WHERE tool.catalogue = ${row.number} AND ${visibleCondition(restriction, parameters)}`,
      parameters.values,
    );
    return Number(counted?.["tools"] ?? 0);
  }
}

/** Words of a misspelt name by which similar ones are found. */
const maxWords = 8;
