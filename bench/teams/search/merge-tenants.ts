import type { SearchableTool } from "@toolcrib/search";
import type { SqlToolIndex } from "@toolcrib/store/search";
import { runStatements } from "../../../packages/store/src/testing/run-statements.ts";
import { createWordIndex, dropWordIndex, sizeOfTables } from "./database.ts";
import { tell } from "./timing.ts";

/**
 * Makes one catalogue of those of all tenants, in the database itself: what the tools are found by is the same but for the
 * catalogue's number, and adding a million tools once more would take minutes.
 */
export async function mergeTenants(url: string, index: SqlToolIndex, first: SearchableTool): Promise<number> {
  await index.add([first]);
  const [row] = await runStatements(url, "SELECT max(number)::text AS number FROM toolcrib_catalogues");
  const number = Number(row?.["number"]);
  const columns = "name, lower_name, server, unnumbered_name, hash, document, terms, name_terms, vectors";
  await dropWordIndex(url);
  await runStatements(
    url,
    `CREATE UNLOGGED TABLE merged AS SELECT ${columns},
       regexp_replace(words::text, '''\\d+([wpn])', '''${number}\\1', 'g')::tsvector AS words
     FROM toolcrib_tools WHERE catalogue <> ${number}`,
    "CREATE UNLOGGED TABLE merged_terms AS SELECT term, sum(tools)::integer AS tools, sum(describing)::integer AS describing, " +
      `sum(prominent)::integer AS prominent FROM toolcrib_tool_terms WHERE catalogue <> ${number} GROUP BY term`,
    "TRUNCATE toolcrib_tools, toolcrib_tool_terms",
    `INSERT INTO toolcrib_tools (catalogue, ${columns}, words) SELECT ${number}, ${columns}, words FROM merged`,
    `INSERT INTO toolcrib_tool_terms (catalogue, term, tools, describing, prominent)
     SELECT ${number}, term, tools, describing, prominent FROM merged_terms`,
    `UPDATE toolcrib_catalogues SET tools = (SELECT count(*) FROM merged) WHERE number = ${number}`,
    "DROP TABLE merged, merged_terms",
  );
  await createWordIndex(url);
  tell("all tools are in one catalogue");
  return sizeOfTables(url);
}
