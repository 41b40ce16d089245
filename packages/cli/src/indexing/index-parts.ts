import type { EmbedderName, ToolIndexOptions } from "@toolcrib/search";
import { loadEmbedder } from "./load-embedder.ts";
import { loadLanguages } from "./load-languages.ts";

/** What an index is built with, by the names that a config or a command uses. */
export interface IndexChoices {
  readonly embedder?: EmbedderName | undefined;
  readonly languages?: boolean | undefined;
}

/** Loads the optional parts of an index; nothing if it is to be as it is by itself. */
export async function loadIndexParts({ embedder, languages }: IndexChoices): Promise<ToolIndexOptions> {
  const loaded = await loadEmbedder(embedder);
  const reader = await loadLanguages(languages);
  return {
    ...(loaded === undefined ? {} : { embedder: loaded }),
    ...(reader === undefined ? {} : { languages: reader }),
  };
}
