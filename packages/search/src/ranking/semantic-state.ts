import type { SemanticIndex } from "../semantic/semantic-index.ts";
import type { SemanticState } from "./ranker.ts";

/** What to say of meaning where it was not used. */
export function semanticState(semantic: SemanticIndex | undefined): SemanticState {
  return semantic?.isBuilding === true ? "building" : "off";
}
