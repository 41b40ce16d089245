import type { PreparedTool } from "@toolcrib/search/remote";
import type { Query } from "../sql/database.ts";
import { bitsOf } from "./codes.ts";
import { isKeptTerm, lexemesOf, prefixOf } from "./lexemes.ts";
import { storedName } from "./stored-name.ts";

/** Counts the terms of rows, which are called `changed`, from their lexemes: what is counted is what is found. */
const countTerms = `SELECT substr(lexeme, length($2::text) + 1) AS term, count(*)::integer AS tools,
    count(*) FILTER (WHERE positions[1] = 1)::integer AS describing,
    count(*) FILTER (WHERE weights[1] = 'A')::integer AS prominent
  FROM changed, unnest(changed.words) WHERE starts_with(lexeme, $2::text) GROUP BY 1`;

const insertTools = `WITH given AS (
    SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
      AS tool(name, lower_name, server, unnumbered_name, hash, document, words, terms, name_terms, vectors, code)
  ), changed AS (
    INSERT INTO toolcrib_tools (catalogue, name, lower_name, server, unnumbered_name, hash, document, words, terms, name_terms, vectors)
    SELECT $1::integer, name, lower_name, server, unnumbered_name, hash, document, words::tsvector, terms,
      ARRAY(SELECT json_array_elements_text(name_terms::json)), decode(nullif(vectors, ''), 'base64') FROM given
    RETURNING number, name, words
  ), codes AS (
    INSERT INTO toolcrib_tool_codes (catalogue, number, code)
    SELECT $1::integer, changed.number, given.code::bit varying FROM given JOIN changed USING (name) WHERE given.code <> ''
  ), counted AS (${countTerms})
  INSERT INTO toolcrib_tool_terms AS kept (catalogue, term, tools, describing, prominent)
  SELECT $1::integer, term, tools, describing, prominent FROM counted
  ON CONFLICT (catalogue, term) DO UPDATE SET tools = kept.tools + excluded.tools,
    describing = kept.describing + excluded.describing, prominent = kept.prominent + excluded.prominent`;

const deleteTools = `WITH changed AS (
    DELETE FROM toolcrib_tools WHERE catalogue = $1::integer AND name = ANY($3::text[]) AND lower_name = ANY($4::text[])
    RETURNING number, words, vectors IS NOT NULL AS is_embedded
  ), codes AS (
    DELETE FROM toolcrib_tool_codes USING changed
    WHERE toolcrib_tool_codes.catalogue = $1::integer AND toolcrib_tool_codes.number = changed.number
  ), counted AS (${countTerms}), terms AS (
    UPDATE toolcrib_tool_terms AS kept SET tools = kept.tools - counted.tools,
      describing = kept.describing - counted.describing, prominent = kept.prominent - counted.prominent
    FROM counted WHERE kept.catalogue = $1::integer AND kept.term = counted.term
  )
  SELECT count(*)::text AS tools, (count(*) FILTER (WHERE is_embedded))::text AS embedded FROM changed`;

const deleteUnusedTerms = "DELETE FROM toolcrib_tool_terms WHERE catalogue = $1::integer AND tools <= 0";

const changeCatalogue = `UPDATE toolcrib_catalogues SET tools = tools + $2::integer, embedded = embedded + $3::integer,
  version = version + 1 WHERE number = $1::integer`;

/** The hashes of these tools, or of all, by the names that they are stored under. */
export async function readHashes(
  query: Query,
  catalogue: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await query(
    `SELECT name, hash FROM toolcrib_tools
     WHERE catalogue = $1::integer AND name = ANY($2::text[]) AND lower_name = ANY($3::text[])`,
    [catalogue, names.map(storedName), names.map(lowerName)],
  );
  return new Map(rows.map(({ name, hash }) => [String(name), String(hash)]));
}

/** Adds tools that are not there. */
export async function addTools(query: Query, catalogue: number, tools: readonly PreparedTool[]): Promise<void> {
  const column = (read: (tool: PreparedTool) => string): readonly string[] => tools.map(read);
  await query(insertTools, [
    catalogue,
    prefixOf(catalogue, "word"),
    column(({ document }) => storedName(document.name)),
    column(({ document }) => lowerName(document.name)),
    column(({ document }) => storedName(document.server)),
    column((tool) => storedName(tool.unnumberedName)),
    column(({ hash }) => hash),
    column(({ document }) => JSON.stringify(document)),
    column((tool) => lexemesOf(catalogue, tool)),
    column(({ termsText }) => termsText.replaceAll("\0", "")),
    column(({ terms }) =>
      JSON.stringify(terms.filter((term) => term.isInName && isKeptTerm(term.term)).map(({ term }) => term)),
    ),
    column(({ vectors }) => (vectors === undefined ? "" : Buffer.from(vectors).toString("base64"))),
    column(({ vectors, views }) =>
      vectors === undefined ? "" : bitsOf(vectors.subarray(vectors.length - vectors.length / views)),
    ),
  ]);
  const embedded = tools.filter(({ vectors }) => vectors !== undefined).length;
  await query(changeCatalogue, [catalogue, tools.length, embedded]);
}

/** Removes tools by name, and returns how many there were. */
export async function removeTools(query: Query, catalogue: number, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0;
  const [removed] = await query(deleteTools, [
    catalogue,
    prefixOf(catalogue, "word"),
    names.map(storedName),
    names.map(lowerName),
  ]);
  const tools = Number(removed?.["tools"] ?? 0);
  if (tools === 0) return 0;
  await query(deleteUnusedTerms, [catalogue]);
  await query(changeCatalogue, [catalogue, -tools, -Number(removed?.["embedded"] ?? 0)]);
  return tools;
}

function lowerName(name: string): string {
  return storedName(name.toLowerCase());
}
