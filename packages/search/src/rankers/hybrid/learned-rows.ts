import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import type { ScoredSlot } from "../../ranking/top-slots.ts";
import type { LearnedOrder, RankedTool } from "../../usage/shown-tool.ts";
import { type FeatureTable, featureNames } from "./features.ts";
import { maxReordered } from "./lift-by-usage.ts";

/** The rows of an answer as a history compares them. */
export class LearnedRows {
  readonly order: LearnedOrder;
  readonly #catalogue: CatalogueView;
  readonly #table: FeatureTable;
  readonly #means: Float64Array;

  constructor(catalogue: CatalogueView, table: FeatureTable, order: string, best: readonly ScoredSlot[]) {
    this.order = { name: order, features: featureNames };
    this.#catalogue = catalogue;
    this.#table = table;
    this.#means = new Float64Array(featureNames.length);
    const first = best.slice(0, maxReordered);
    for (const { slot: row } of first) {
      for (let feature = 0; feature < featureNames.length; feature++) {
        this.#means[feature] = (this.#means[feature] as number) + table.get(row, feature) / first.length;
      }
    }
  }

  toolAt(row: number): RankedTool {
    const { name, server } = this.#catalogue.documentAt(this.#table.slots[row] as number);
    const features = new Float32Array(featureNames.length);
    for (let feature = 0; feature < features.length; feature++) {
      features[feature] = this.#table.get(row, feature) - (this.#means[feature] as number);
    }
    return { name, server, features };
  }
}
