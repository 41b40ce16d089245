import type { AdminSources } from "@toolcrib/gateway";
import { catalogueTool, type ServerPool } from "@toolcrib/mcp";
import type { ToolIndex } from "@toolcrib/search";
import { roundTo } from "../output/numbers.ts";

/** What the admin API, and so the studio, tells about the pool. */
export function createAdminSources(pool: ServerPool, index: ToolIndex): AdminSources {
  return {
    catalogue: () => ({
      hash: index.hash,
      tools: pool.tools().map((tool) => {
        const { name, description, server, inputSchema } = catalogueTool(tool);
        return { name, description, server, input_schema: inputSchema };
      }),
    }),
    servers: () => pool.servers().map(({ name, state, reason, tools }) => ({ name, state, reason, tools })),
    search: async ({ query, limit, ranker }) => {
      const start = performance.now();
      const answer = await index.search(query, {
        ...(limit === undefined ? {} : { limit }),
        ...(ranker === undefined ? {} : { ranker }),
      });
      return {
        query,
        ranker: answer.ranker,
        searched: answer.searched,
        hits: answer.hits.map(({ name, score, why }) => ({ name, score, reasons: why })),
        ...(answer.hits.length === 0 ? { miss: answer.summary } : {}),
        milliseconds: roundTo(3, performance.now() - start),
      };
    },
  };
}
