import type { SearchAnswer, SearchableTool } from "@toolcrib/search";
import type { SqlToolIndex, ToolCatalogues } from "@toolcrib/store/search";
import { generateQueries, generateTool } from "../../search/catalogue/synthetic-catalogue.ts";
import { type Loading, loadCatalogues } from "./load-tools.ts";
import { type ProcessorTime, startProcessorTime } from "./processor-time.ts";
import { type Times, tell, timeSearches } from "./timing.ts";

/** Many tenants in one database. */
export interface TenantsResult {
  readonly tools: number;
  readonly tenants: number;
  readonly loading: Loading;
  /** One search after the other, each in another tenant. */
  readonly times: Times;
  readonly processor: ProcessorTime;
  /** The same, for callers who may see two thirds of their tenant's tools. */
  readonly restricted: Times;
  /** How many answers held a tool of another tenant. */
  readonly leaks: number;
}

const tenantCount = 100;
const queriesPerTenant = 3;

export async function measureTenants(
  url: string,
  catalogues: ToolCatalogues,
  toolCount: number,
): Promise<TenantsResult> {
  const perTenant = Math.floor(toolCount / tenantCount);
  tell(`${tenantCount} tenants with ${perTenant} tools each`);
  const tenants = Array.from({ length: tenantCount }, (_none, number) => ({
    index: catalogues.of(`tenant ${number}`),
    first: number * perTenant,
  }));
  const loading = await loadCatalogues(
    url,
    tenants.map(({ index, first }) => ({ index, tools: toolsOf(first, perTenant) })),
  );
  const questions = generateQueries(queriesPerTenant * tenantCount, toolCount).map((query, place) => ({
    query,
    tenant: tenants[Math.floor(place / queriesPerTenant)] as { readonly index: SqlToolIndex; readonly first: number },
  }));
  const search = ({ query, tenant }: (typeof questions)[number]): Promise<SearchAnswer> => tenant.index.search(query);
  for (const question of questions) await search(question);
  const processorTime = await startProcessorTime(url);
  const plain = await timeSearches(questions, search);
  const processor = await processorTime(2 * questions.length);
  const visible = { deny: ["*_*"] };
  const restricted = await timeSearches(questions, ({ query, tenant }) => tenant.index.search(query, { visible }));
  let leaks = 0;
  for (const [place, answer] of plain.answers.entries()) {
    const { tenant } = questions[place] as (typeof questions)[number];
    const own = new Set([...toolsOf(tenant.first, perTenant)].map(({ name }) => name));
    const isOwn = [...answer.hits, ...answer.candidates].every(({ name }) => own.has(name));
    leaks += isOwn && answer.searched === perTenant ? 0 : 1;
  }
  return {
    tools: perTenant * tenantCount,
    tenants: tenantCount,
    loading,
    times: plain.times,
    processor,
    restricted: restricted.times,
    leaks,
  };
}

function* toolsOf(first: number, count: number): Generator<SearchableTool> {
  for (let number = first; number < first + count; number++) yield generateTool(number) as SearchableTool;
}
