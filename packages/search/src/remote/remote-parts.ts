import type { Embedder } from "../embedding/embedder.ts";
import { createStaticEmbedder } from "../embedding/static-embedder.ts";
import { ForeignTexts } from "../languages/foreign-texts.ts";
import { SemanticIndex } from "../semantic/semantic-index.ts";
import type { ToolIndexOptions } from "../tool-index/tool-index.ts";

/** What tools and queries are read with. */
export interface RemoteParts {
  readonly embedder: Embedder | null;
  readonly languages: ForeignTexts | undefined;
  /** Identifies the vectors; `words` if there are none. Vectors of different ids must not be mixed. */
  readonly vectorsId: string;
}

/** The parts for the options of an index. */
export function remoteParts(options: Pick<ToolIndexOptions, "embedder" | "languages"> = {}): RemoteParts {
  const languages = options.languages === undefined ? undefined : new ForeignTexts(options.languages);
  const given = options.embedder === undefined ? createStaticEmbedder() : options.embedder;
  // A fallback answers until the vectors are there. Here they are there before a tool is.
  const embedder = given === null ? null : withoutFallback(given);
  const vectorsId = embedder === null ? "words" : new SemanticIndex(embedder, languages).id;
  return { embedder, languages, vectorsId };
}

function withoutFallback(embedder: Embedder): Embedder {
  return embedder.fallback === undefined ? embedder : Object.create(embedder, { fallback: { value: undefined } });
}
