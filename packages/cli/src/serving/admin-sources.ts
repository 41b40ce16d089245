import type { Tool } from "@toolcrib/core";
import type { AdminSources } from "@toolcrib/gateway";
import { catalogueTool, type PooledTool, type ServerPool } from "@toolcrib/mcp";

/** What the admin API, and so the studio, tells about the pool. */
export function createAdminSources(pool: ServerPool): AdminSources {
  let listed: readonly PooledTool[] = [];
  let tools: readonly Tool[] = [];
  return {
    // The same list as long as nothing changed, so that nobody indexes it anew.
    tools: () => {
      if (listed !== pool.tools()) {
        listed = pool.tools();
        tools = listed.map(catalogueTool);
      }
      return tools;
    },
    servers: () =>
      pool
        .servers()
        .map(({ name, state, reason, tools: count, stderr: log }) => ({ name, state, reason, tools: count, log })),
  };
}
