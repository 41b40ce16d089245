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
}

/** Names of a server that are read: ranking compares no more. */
const maxServerNames = 256;
/** Tools of a server that are read for its names: thousands of numbered ones have a single name. */
const maxNamedTools = 2_048;

/** Reads tools by their numbers. */
export async function readTools({ database, row }: SearchedCatalogue, numbers: readonly string[]): Promise<ReadTools> {
  if (numbers.length === 0) return { tools: [], frequencies: new Map() };
  const rows = await database.query(
    `WITH found AS MATERIALIZED (
      SELECT * FROM toolcrib_tools tool WHERE tool.catalogue = ${row.number} AND tool.number = ANY ($1::bigint[])
    )
    SELECT 'tool' AS kind, document AS key, hash AS value, coalesce(encode(vectors, 'base64'), '') AS more, terms FROM found
    UNION ALL SELECT 'term', term, term.tools::text, term.describing::text, '' FROM toolcrib_tool_terms term
      WHERE term.catalogue = ${row.number} AND term.term = ANY (ARRAY(SELECT DISTINCT unnest(name_terms) FROM found))`,
    [numbers],
  );
  const tools: FoundTool[] = [];
  const frequencies = new Map<string, { readonly tools: number; readonly describing: number }>();
  for (const each of rows) {
    const { kind, key, value, more, terms } = each;
    if (kind === "tool") {
      tools.push(toTool({ document: String(key), hash: String(value), vectors: String(more), terms: String(terms) }));
    }
    if (kind === "term") frequencies.set(String(key), { tools: Number(value), describing: Number(more) });
  }
  return { tools, frequencies };
}

/** The names of servers' tools that the restriction allows, without numbers. */
export async function readServerNames(
  { database, row, restriction }: SearchedCatalogue,
  servers: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const parameters = new StatementParameters();
  const asked = parameters.add(servers.map(storedName), "text[]");
  // Names are stored as the inside of JSON strings, so these separators make a list of them.
  const rows = await database.query(
    `SELECT asked.server, string_agg(named.name, '","') AS names FROM unnest(${asked}) AS asked(server)
      CROSS JOIN LATERAL (SELECT DISTINCT first.unnumbered_name AS name FROM (
        SELECT tool.unnumbered_name FROM toolcrib_tools tool
        WHERE tool.catalogue = ${row.number} AND tool.server = asked.server AND ${visibleCondition(restriction, parameters)}
        ORDER BY tool.unnumbered_name LIMIT ${maxNamedTools}
      ) AS first ORDER BY name LIMIT ${maxServerNames}) AS named
     GROUP BY asked.server`,
    parameters.values,
  );
  return new Map(
    rows.map(({ server, names }) => [
      JSON.parse(`"${server}"`) as string,
      new Set(JSON.parse(`["${names}"]`) as readonly string[]),
    ]),
  );
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
