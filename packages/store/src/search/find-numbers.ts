import type { WantedMeaning, WantedTools } from "@toolcrib/search/remote";
import type { Database, Row } from "../sql/database.ts";
import type { CatalogueRow } from "./catalogue-row.ts";
import { chooseWords, informativeTerms } from "./choose-words.ts";
import { bitsOf, fromBase64, product } from "./codes.ts";
import { lexeme, rankWeights } from "./lexemes.ts";
import { StatementParameters } from "./parameters.ts";
import { storedName } from "./stored-name.ts";
import { isUnrestricted, likeText, type Restriction, requiredCondition, visibleCondition } from "./visible-tools.ts";

/** What a search looks in. */
export interface SearchedCatalogue {
  readonly database: Database;
  readonly row: CatalogueRow;
  readonly restriction: Restriction;
}

/** Tools that match words are ordered by these; a frequent word alone may match more. */
const maxMatching = 20_000;
const maxNamed = 1_000;

/** The numbers of the tools with the best words for one of the wanted parts. */
export async function findByWords(
  { database, row, restriction }: SearchedCatalogue,
  { words, required }: Pick<WantedTools, "words" | "required">,
): Promise<readonly string[]> {
  const terms = [...new Map(words.flatMap((part) => part.terms).map((term) => [term.term, term])).values()];
  const ordering = informativeTerms(terms);
  if (ordering.length === 0) return [];
  const parameters = new StatementParameters();
  const anyWord = (): string => ordering.map(({ term }) => lexeme(row.number, "word", term)).join(" | ");
  const matching = parameters.add(
    required.length > 0 ? anyWord() : chooseWords(row.number, terms, row.tools),
    "tsquery",
  );
  const weights = parameters.add(rankWeights, "text");
  const ranks = ordering.map(({ term }, place) => {
    const query = parameters.add(lexeme(row.number, "word", term), "tsquery");
    return `ts_rank(${weights}::real[], tool.words, ${query}) AS rank_${place}`;
  });
  const scores = words.map((part, index) => {
    const rarities = new Map(part.terms.map(({ term, rarity }) => [term, rarity]));
    const summands = ordering.flatMap(({ term }, place) => {
      const rarity = rarities.get(term);
      return rarity === undefined ? [] : [`rank_${place} * ${parameters.add(rarity, "real")}`];
    });
    return `${["0", ...summands].join(" + ")} AS score_${index}`;
  });
  const best = words.map(
    ({ limit }, index) =>
      `(SELECT number FROM scored WHERE score_${index} > 0 ORDER BY score_${index} DESC, name LIMIT ${Math.floor(limit)})`,
  );
  const rows = await database.query(
    `WITH matched AS (
      SELECT tool.number, tool.name, ${ranks.join(", ")} FROM toolcrib_tools tool
      WHERE tool.catalogue = ${row.number} AND tool.words @@ ${matching}
        AND ${visibleCondition(restriction, parameters)} AND ${requiredCondition(row, required, parameters)}
      LIMIT ${maxMatching}
    ), scored AS MATERIALIZED (SELECT number, name, ${scores.join(", ")} FROM matched)
    SELECT number::text FROM (${best.join(" UNION ")}) AS best`,
    parameters.values,
  );
  return rows.map(({ number }) => String(number));
}

/** Codes are approximate: this many tools are compared exactly per wanted one, as `ToolIndex` does. */
const looksPerTool = 8;
/** The distribution of distances is estimated from so many tools. */
const sampledTools = 2_000;
/** The most that pgvector takes. */
const maxExplored = 1_000;

/** The tools nearest to some meanings, and how many tools differ from the first one in so many bits. */
export interface NearTools {
  readonly numbers: readonly string[];
  readonly distances: Uint32Array | undefined;
}

export async function findByMeaning(
  { database, row, restriction }: SearchedCatalogue,
  { meanings, required }: Pick<WantedTools, "meanings" | "required">,
): Promise<NearTools> {
  const bits = meanings[0]?.direction.length ?? 0;
  if (bits === 0) return { numbers: [], distances: undefined };
  const isEverything = isUnrestricted(restriction) && required.length === 0;
  const isIndexed = row.indexedBits === bits && isEverything;
  const parameters = new StatementParameters();
  const codes = meanings.map(({ direction }) => parameters.add(bitsOf(direction), "bit varying"));
  const visible = isEverything
    ? "true"
    : `code.number IN (SELECT tool.number FROM toolcrib_tools tool WHERE tool.catalogue = ${row.number}
        AND ${visibleCondition(restriction, parameters)} AND ${requiredCondition(row, required, parameters)})`;
  const ofCatalogue = `FROM toolcrib_tool_codes code WHERE code.catalogue = ${row.number} AND ${visible}`;
  const distanceTo = (code: string): string => `bit_count(code.code # ${code})`;
  const nearest = codes.map((code, index) => {
    const nearestFirst = isIndexed ? `code.code::bit(${bits}) <~> ${code}::bit(${bits})` : distanceTo(code);
    const looks = Math.floor(meanings[index]?.limit ?? 0) * looksPerTool;
    return `(SELECT code.number ${ofCatalogue} ORDER BY ${nearestFirst}${isIndexed ? "" : ", code.number"} LIMIT ${looks})`;
  });
  const statement = `WITH nearest AS MATERIALIZED (${nearest.join(" UNION ")}), sampled AS MATERIALIZED (
      SELECT ${distanceTo(codes[0] as string)} AS distance ${ofCatalogue} ORDER BY code.number LIMIT ${sampledTools}
    )
    SELECT 'tool' AS kind, tool.number::text AS key, encode(substr(tool.vectors, length(tool.vectors) - ${bits - 1}), 'base64') AS value
    FROM nearest JOIN toolcrib_tools tool ON tool.catalogue = ${row.number} AND tool.number = nearest.number
    UNION ALL SELECT 'distance', distance::text, count(*)::text FROM sampled GROUP BY distance`;
  const explored = Math.min(maxExplored, Math.max(...meanings.map(({ limit }) => limit)) * looksPerTool);
  const rows = isIndexed
    ? await database.transaction(async (query) => {
        await query("SELECT set_config('hnsw.ef_search', $1, true)", [String(explored)]);
        return query(statement, parameters.values);
      })
    : await database.query(statement, parameters.values);
  return nearestOf(meanings, bits, rows);
}

/** Compares the tools with the nearest codes exactly. */
function nearestOf(meanings: readonly WantedMeaning[], bits: number, rows: readonly Row[]): NearTools {
  const distances = new Uint32Array(bits + 1);
  const near: { readonly number: string; readonly direction: Int8Array }[] = [];
  for (const { kind, key, value } of rows) {
    if (kind === "distance") distances[Number(key)] = Number(value);
    else near.push({ number: String(key), direction: fromBase64(String(value)) });
  }
  const numbers = new Set<string>();
  for (const { direction, limit } of meanings) {
    const products = near.map((tool) => ({ number: tool.number, product: product(tool.direction, direction) }));
    const best = products.filter(({ product: value }) => value > 0).sort((one, other) => other.product - one.product);
    for (const { number } of best.slice(0, limit)) numbers.add(number);
  }
  return { numbers: [...numbers], distances };
}

/** The numbers of tools with these names, in any spelling. */
export async function findByName(
  { database, row, restriction }: SearchedCatalogue,
  { names, nameKeys }: Pick<WantedTools, "names" | "nameKeys">,
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const parameters = new StatementParameters();
  const lower = parameters.add(
    names.map((name) => storedName(name.toLowerCase())),
    "text[]",
  );
  const keys = nameKeys.map((key) => lexeme(row.number, "name", key)).join(" | ");
  const visible = visibleCondition(restriction, parameters);
  const select = `SELECT tool.number, tool.name FROM toolcrib_tools tool WHERE tool.catalogue = ${row.number} AND ${visible}`;
  const rows = await database.query(
    `SELECT number::text FROM ((${select} AND tool.lower_name = ANY (${lower}))
      UNION (${select} AND tool.words @@ ${parameters.add(keys, "tsquery")} ORDER BY tool.name LIMIT ${maxNamed})) AS named
     ORDER BY name LIMIT ${maxNamed}`,
    parameters.values,
  );
  return rows.map(({ number }) => String(number));
}

/** The first tools whose names start with a text, and how many there are. */
export async function findByPrefix(
  { database, row, restriction }: SearchedCatalogue,
  { prefix, limit }: WantedTools["prefixes"][number],
): Promise<{ readonly numbers: readonly string[]; readonly count: number }> {
  const parameters = new StatementParameters();
  const pattern = parameters.add(`${likeText(storedName(prefix))}%`, "text");
  const prefixed = `FROM toolcrib_tools tool WHERE tool.catalogue = ${row.number} AND tool.lower_name LIKE ${pattern}
    AND ${visibleCondition(restriction, parameters)}`;
  const rows = await database.query(
    `(SELECT 'tool' AS kind, number::text AS value ${prefixed} ORDER BY tool.name LIMIT ${Math.floor(limit)})
     UNION ALL SELECT 'count', count(*)::text ${prefixed}`,
    parameters.values,
  );
  const numbers = rows.filter(({ kind }) => kind === "tool").map(({ value }) => String(value));
  return { numbers, count: Number(rows.find(({ kind }) => kind === "count")?.["value"] ?? 0) };
}
