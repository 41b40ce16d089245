import type { CatalogueTool } from "../catalogue/catalogue-tool.ts";

/** An engine under measurement: ours, or a peer with one choice of settings. */
export interface SearchEngine {
  readonly name: string;
  /** What was chosen, in one line, for the report. */
  readonly settings: string;
  /** The rankers to measure. A peer has one, called as the engine. */
  readonly rankers: readonly string[];
  /** Tools come one at a time, so that an engine that does not keep them need not. */
  build(tools: Iterable<CatalogueTool>): EngineIndex | Promise<EngineIndex>;
  /** Missing where snapshots are not compared. */
  restore?(snapshot: Uint8Array): EngineIndex | Promise<EngineIndex>;
}

/** A catalogue that an engine has indexed. */
export interface EngineIndex {
  /** Names, the best first. */
  search(query: string, limit: number, ranker: string): readonly string[] | Promise<readonly string[]>;
  /** Missing where the engine can only index everything anew. */
  add?(tool: CatalogueTool): void | Promise<void>;
  snapshot?(): Uint8Array;
}
