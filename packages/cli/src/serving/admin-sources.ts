import type { AdminSources } from "@toolcrib/gateway";
import { catalogueTool, type ServerPool } from "@toolcrib/mcp";

/** What the admin API, and so the studio, tells about the pool; the gateway makes the catalogue and the searches of it. */
export function createAdminSources(pool: ServerPool): AdminSources {
  return {
    tools: () => pool.tools().map(catalogueTool),
    servers: () =>
      pool.servers().map(({ name, state, reason, tools, stderr }) => ({ name, state, reason, tools, log: stderr })),
  };
}
