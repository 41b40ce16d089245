import type { FoundTool } from "@toolcrib/search/remote";
import type { Row } from "../sql/database.ts";
import { fromBase64 } from "./codes.ts";
import type { SearchedCatalogue } from "./find-numbers.ts";
import { StatementParameters } from "./parameters.ts";
import { storedName } from "./stored-name.ts";
import { visibleCondition } from "./visible-tools.ts";

/** Tools with what ranking needs to know about their surroundings. */
export interface ReadTools {
  readonly tools: readonly FoundTool[];
  readonly frequencies: ReadonlyMap<string, { readonly tools: number; readonly describing: number }>;
  readonly serverSizes: ReadonlyMap<string, number>;
}

/** So many tools of a server are counted: whether it has one or many is what matters. */
const maxCountedTools = 8;

/** Reads tools by their numbers. */
export async function readTools({ database, row }: SearchedCatalogue, numbers: readonly string[]): Promise<ReadTools> {
  if (numbers.length === 0) return { tools: [], frequencies: new Map(), serverSizes: new Map() };
  const rows = await database.query(
    `WITH found AS MATERIALIZED (
      SELECT * FROM toolcrib_tools tool WHERE tool.catalogue = ${row.number} AND tool.number = ANY ($1::bigint[])
    )
    SELECT 'tool' AS kind, document AS key, hash AS value, coalesce(encode(vectors, 'base64'), '') AS more, terms FROM found
    UNION ALL SELECT 'term', term, term.tools::text, term.describing::text, '' FROM toolcrib_tool_terms term
      WHERE term.catalogue = ${row.number} AND term.term = ANY (ARRAY(SELECT DISTINCT unnest(name_terms) FROM found))
    UNION ALL SELECT 'server', servers.server, counted.tools::text, '', '' FROM (SELECT DISTINCT server FROM found) AS servers
      CROSS JOIN LATERAL (SELECT count(DISTINCT unnumbered_name) AS tools FROM (
        SELECT tool.unnumbered_name FROM toolcrib_tools tool
        WHERE tool.catalogue = ${row.number} AND tool.server = servers.server LIMIT ${maxCountedTools}
      ) AS first) AS counted`,
    [numbers],
  );
  const tools: FoundTool[] = [];
  const frequencies = new Map<string, { readonly tools: number; readonly describing: number }>();
  const serverSizes = new Map<string, number>();
  for (const each of rows) {
    const { kind, key, value, more, terms } = each;
    if (kind === "tool") {
      tools.push(toTool({ document: String(key), hash: String(value), vectors: String(more), terms: String(terms) }));
    }
    if (kind === "term") frequencies.set(String(key), { tools: Number(value), describing: Number(more) });
    if (kind === "server") serverSizes.set(JSON.parse(`"${key}"`) as string, Number(value));
  }
  return { tools, frequencies, serverSizes };
}

/** Up to so many tools after a name, in the order of names. */
export async function listTools(
  { database, row, restriction }: SearchedCatalogue,
  after: string | undefined,
  limit: number,
): Promise<readonly FoundTool[]> {
  const parameters = new StatementParameters();
  const isLater =
    after === undefined
      ? "true"
      : `(tool.lower_name, tool.name) > (${parameters.add(storedName(after.toLowerCase()), "text")}, ${parameters.add(storedName(after), "text")})`;
  const rows = await database.query(
    `SELECT document, hash, '' AS vectors, '' AS terms FROM toolcrib_tools tool WHERE tool.catalogue = ${row.number} AND ${isLater}
      AND ${visibleCondition(restriction, parameters)} ORDER BY tool.lower_name, tool.name LIMIT ${Math.floor(limit)}`,
    parameters.values,
  );
  return rows.map(toTool);
}

function toTool({ document, hash, vectors, terms }: Row): FoundTool {
  return {
    document: JSON.parse(String(document)) as FoundTool["document"],
    hash: String(hash),
    terms: String(terms),
    vectors: vectors === "" || vectors === undefined ? undefined : fromBase64(vectors),
  };
}
