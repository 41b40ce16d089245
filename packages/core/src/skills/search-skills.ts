import type { RankerChoice } from "@toolcrib/search";
import type { SearchIndex } from "../11-search-call/search-index.ts";
import type { SkillSummary } from "./skill.ts";
import { visibleSkillIndex } from "./skill-index.ts";
import { type SkillLibrary, skillNameOf } from "./skill-library.ts";

/** A search for skills. */
interface SkillQuery {
  readonly query: string;
  readonly limit: number;
  readonly ranker?: RankerChoice | undefined;
}

/** The skills that match a query, best first. */
export async function searchSkills(
  library: SkillLibrary,
  index: SearchIndex,
  { query, limit, ranker }: SkillQuery,
): Promise<readonly SkillSummary[]> {
  const only = (indexed: string) => library.skills.has(skillNameOf(indexed));
  const searched = await visibleSkillIndex(library, index);
  const { hits } = await searched.search(query, { limit, only, ...(ranker === undefined ? {} : { ranker }) });
  return hits.flatMap(({ name }) => library.skills.get(skillNameOf(name)) ?? []);
}
