import type { SemanticIndex } from "../semantic/semantic-index.ts";
import type { SemanticState } from "./ranker.ts";

/** The state to report if semantic search was not used. */
export function semanticState(semantic: SemanticIndex | undefined): SemanticState {
  return semantic?.isBuilding === true ? "building" : "off";
}
