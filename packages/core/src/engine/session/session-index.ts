import type { CataloguePlan } from "../../05-deferral-decision/catalogue-plan.ts";
import type { SearchIndex, SearchIndexAnswer } from "../../11-search-call/search-index.ts";
import type { SkillLibrary } from "../../skills/skill-library.ts";
import { type CatalogueIndex, type CreateIndex, indexedTools } from "./catalogue-index.ts";

/** The index of a session: made at the first search, and brought up to date at the first one after a change. */
export class SessionIndex implements SearchIndex {
  readonly #create: CreateIndex;
  readonly #plan: () => CataloguePlan;
  readonly #skills: SkillLibrary | undefined;
  #index: CatalogueIndex | undefined;
  #synced: CataloguePlan | undefined;

  constructor(create: CreateIndex, plan: () => CataloguePlan, skills: SkillLibrary | undefined) {
    this.#create = create;
    this.#plan = plan;
    this.#skills = skills;
  }

  /** Rebuilds the index at the next search. */
  forget(): void {
    this.#index = undefined;
    this.#synced = undefined;
  }

  async search(query: string, options: Parameters<SearchIndex["search"]>[1]): Promise<SearchIndexAnswer> {
    this.#index ??= this.#create();
    const plan = this.#plan();
    if (this.#synced !== plan) {
      this.#index.sync([...indexedTools(plan), ...(this.#skills?.documents ?? [])]);
      this.#synced = plan;
    }
    return this.#index.search(query, options);
  }
}
