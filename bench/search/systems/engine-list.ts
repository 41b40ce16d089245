import type { SearchEngine } from "./search-engine.ts";

/** Loads the settings of an engine that were tried, the best first. */
type LoadVariants = () => Promise<readonly SearchEngine[]>;

/** The peers. Each is loaded by itself, so that one that does not run here leaves the others alone. */
const peers: Readonly<Record<string, LoadVariants>> = {
  "plain BM25": async () => [(await import("./plain-bm25.ts")).plainBm25],
  minisearch: async () => (await import("./minisearch.ts")).miniSearchVariants,
  orama: async () => (await import("./orama.ts")).oramaVariants,
  flexsearch: async () => (await import("./flexsearch.ts")).flexSearchVariants,
  "ai-sdk": async () => (await import("./ai-sdk.ts")).aiSdkVariants,
  mastra: async () => (await import("./mastra.ts")).mastraVariants,
};

const own: Readonly<Record<string, LoadVariants>> = {
  toolcrib: async () => [(await import("./toolcrib.ts")).toolcrib],
  "toolcrib without vectors": async () => [(await import("./toolcrib.ts")).toolcribWithoutVectors],
};

export const peerNames: readonly string[] = Object.keys(peers);

/** An engine with its best settings. */
export async function loadEngine(name: string): Promise<SearchEngine> {
  const [best] = await loadEngineVariants(name);
  if (best === undefined) {
    throw new Error(`${name} has no settings.`);
  }
  return best;
}

export async function loadEngineVariants(name: string): Promise<readonly SearchEngine[]> {
  const load = peers[name] ?? own[name];
  if (load === undefined) {
    throw new Error(`There is no engine "${name}". Peers: ${peerNames.join(", ")}.`);
  }
  return await load();
}
