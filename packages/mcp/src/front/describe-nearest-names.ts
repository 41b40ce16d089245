import type { FrontView } from "./front-view.ts";

/** A sentence with up to three names similar to a missing one. They are suggestions, and never run instead. */
export async function describeNearestNames(view: FrontView, name: string): Promise<string> {
  const wanted = name.replace(/[,\s]+/g, "_").slice(0, 200);
  const { hits, nearest } = await view.search(`select:${wanted}`, 3);
  const names = hits.length > 0 ? hits.slice(0, 3).map((hit) => hit.name) : nearest;
  return names.length === 0 ? "" : ` Nearest names: ${names.join(", ")}.`;
}
