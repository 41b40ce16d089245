import type { ToolStore } from "../catalogue/tool-store.ts";
import type { CatalogueView } from "../ranking/catalogue-view.ts";
import type { ToolDocument } from "../tool/document.ts";

/** A ranker's view of a store for a query, restricted to the names that a search allows. */
export function viewOf(
  store: ToolStore,
  query: { readonly text: string; readonly isForeign: boolean },
  only: ((name: string) => boolean) | undefined,
): CatalogueView {
  const documentAt = (slot: number): ToolDocument => store.documentAt(slot) as ToolDocument;
  const isStored = (slot: number): boolean => store.documentAt(slot) !== undefined;
  const isAllowed = only === undefined ? isStored : (slot: number) => isStored(slot) && only(documentAt(slot).name);
  let size = store.larger?.size ?? store.size;
  if (only !== undefined && store.larger === undefined) {
    size = [...store.directory.names()].filter(only).length;
  }
  return {
    size,
    slots: store.slots,
    isAllowed,
    documentAt,
    toolsOf: (server) => store.toolsOf(server),
    namesOf: (server) => store.namesOf(server),
    isCollage: (server) => store.isCollage(server),
    lexical: store.lexical,
    semantic: store.semantic?.indexFor(query.text, query.isForeign),
    languages: store.languages,
    spread: store.larger?.spread,
  };
}
