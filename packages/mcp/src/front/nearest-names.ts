import type { FrontCatalogue } from "./front-catalogue.ts";

/** A sentence with up to three names that come nearest to one that is not there. They are names to ask for, never tools to run instead. */
export async function nearestNames(catalogue: FrontCatalogue, client: string, name: string): Promise<string> {
  const wanted = name.replace(/[,\s]+/g, "_").slice(0, 200);
  const { hits, nearest } = await catalogue.search(`select:${wanted}`, 3, client);
  const names = hits.length > 0 ? hits.slice(0, 3).map((hit) => hit.name) : nearest;
  return names.length === 0 ? "" : ` Nearest names: ${names.join(", ")}.`;
}
