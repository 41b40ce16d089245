import { loadEngine } from "./systems/engine-list.ts";
import type { SearchEngine } from "./systems/search-engine.ts";

export interface LoadedEngines {
  /** Ours first, then the peers. */
  readonly engines: readonly SearchEngine[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/** Loads ours and the peers, and leaves out with its reason a peer that does not run on this Node. */
export async function loadEngines(peers: readonly string[]): Promise<LoadedEngines> {
  const engines: SearchEngine[] = [await loadEngine("toolcrib")];
  const leftOut: { name: string; reason: string }[] = [];
  for (const name of peers) {
    try {
      const engine = await loadEngine(name);
      await tryEngine(engine);
      engines.push(engine);
    } catch (error) {
      leftOut.push({ name, reason: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) });
    }
  }
  return { engines, leftOut };
}

async function tryEngine(engine: SearchEngine): Promise<void> {
  const tool = { name: "read_file", description: "Reads a file.", input_schema: null, server: null };
  const index = await engine.build([tool]);
  const [found] = await index.search("read a file", 1, engine.rankers[0] ?? "");
  if (found !== tool.name) {
    throw new Error("It does not find the only tool of a catalogue.");
  }
}
