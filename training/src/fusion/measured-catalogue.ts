import { readTools, ToolStore } from "../../../packages/search/src/catalogue/tool-store.ts";
import type { Embedder } from "../../../packages/search/src/embedding/embedder.ts";
import { ForeignTexts } from "../../../packages/search/src/languages/foreign-texts.ts";
import type { LanguageReader } from "../../../packages/search/src/languages/language-reader.ts";
import type { CatalogueView } from "../../../packages/search/src/ranking/catalogue-view.ts";
import { SemanticIndex } from "../../../packages/search/src/semantic/semantic-index.ts";
import type { ToolDocument } from "../../../packages/search/src/tool/document.ts";
import type { SearchableTool } from "../../../packages/search/src/tool/searchable-tool.ts";

/** A catalogue as the ranker sees it, with all its vectors. */
export interface MeasuredCatalogue {
  readonly view: CatalogueView;
  readonly semantic: SemanticIndex;
  slotOf(name: string): number | undefined;
}

export async function indexCatalogue(
  tools: readonly SearchableTool[],
  embedder: Embedder,
  reader?: LanguageReader,
): Promise<MeasuredCatalogue> {
  const languages = reader === undefined ? undefined : new ForeignTexts(reader);
  const semantic = new SemanticIndex(embedder, languages);
  const store = new ToolStore({ semantic, languages });
  for (const tool of readTools(tools).values()) store.put(tool);
  await semantic.ready();
  if (semantic.failure !== undefined) throw semantic.failure;
  const view: CatalogueView = {
    size: store.size,
    slots: store.slots,
    isAllowed: () => true,
    toolsOf: (server) => store.toolsOf(server),
    isCollage: (server) => store.isCollage(server),
    // No tool is ever removed here, so no slot is empty.
    documentAt: (slot) => store.documentAt(slot) as ToolDocument,
    lexical: store.lexical,
    semantic,
    languages,
  };
  return { view, semantic, slotOf: (name) => store.directory.slotOf(name) };
}
