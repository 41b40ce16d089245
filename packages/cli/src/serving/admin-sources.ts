import type { AdminSources } from "@toolcrib/gateway";
import {
  type BackgroundWrites,
  type CatalogueTool,
  catalogueTool,
  type PooledTool,
  type ServerPool,
} from "@toolcrib/mcp";

/** What the admin API, and so the studio, tells about the pool; the gateway makes the catalogue and the searches of it. */
export function createAdminSources(pool: ServerPool, writes: BackgroundWrites): AdminSources {
  let known: readonly PooledTool[] | undefined;
  let tools: readonly CatalogueTool[] = [];
  return {
    tools: () => {
      // The same array while nothing changed, so that asking again costs nothing.
      const pooled = pool.tools();
      if (pooled !== known) tools = pooled.map(catalogueTool);
      known = pooled;
      return tools;
    },
    servers: () =>
      pool.servers().map(({ name, state, reason, tools: count, stderr }) => ({
        name,
        state,
        reason,
        tools: count,
        log: stderr,
      })),
    writers: () => writes.health(),
  };
}
