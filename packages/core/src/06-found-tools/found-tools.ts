import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import { GrowingList } from "../list/growing-list.ts";
import type { FoundNames } from "./found-names.ts";

/** The deferred tools of a catalogue that a conversation has found. */
export interface Found {
  /** In the order found: the same array until another is found. */
  readonly names: readonly string[];
  /** The same for as long as each list goes on from the one before. */
  readonly generation: number;
}

/** Remembers the last list of found tools: a turn costs the names it adds, whatever was found before. */
export class FoundTools {
  #source: FoundNames | undefined;
  #plan: CataloguePlan | undefined;
  #read = 0;
  #generation = 0;
  #names = new GrowingList<string>();

  /** Of the names that were found, those that this catalogue has and defers. */
  list(source: FoundNames, plan: CataloguePlan): Found {
    if (source !== this.#source || plan !== this.#plan) this.#startAgain(source, plan);
    const { inOrder } = source;
    for (; this.#read < inOrder.length; this.#read++) {
      const name = inOrder[this.#read] as string;
      if (plan.deferredNames.has(name)) this.#names.push(name);
    }
    return { names: this.#names.handOut(), generation: this.#generation };
  }

  #startAgain(source: FoundNames, plan: CataloguePlan): void {
    this.#source = source;
    this.#plan = plan;
    this.#read = 0;
    this.#generation++;
    this.#names = new GrowingList();
  }
}
