import type { ServerPool } from "@toolcrib/mcp";
import type { Output } from "../output/console-output.ts";

/** Says which MCP servers fail, and when they work again; returns a function that stops it. */
export function reportServers(pool: ServerPool, output: Output): () => void {
  const failed = new Set<string>();
  return pool.subscribe((event) => {
    switch (event.type) {
      case "state":
        if (event.state === "failed" && !failed.has(event.server)) {
          failed.add(event.server);
          output.warn(
            `the MCP server ${event.server} failed: ${event.reason ?? "no reason is known"}; "toolcrib doctor" checks it`,
          );
        } else if (event.state === "ready" && failed.delete(event.server)) {
          output.note(`the MCP server ${event.server} works again`);
        }
        break;
      case "servers": {
        // A server that came back or was changed is a new one: if it fails, that is said again.
        const stillFailed = pool.servers().filter(({ state }) => state === "failed");
        for (const name of failed) if (!stillFailed.some((server) => server.name === name)) failed.delete(name);
        break;
      }
      case "warning":
        output.warn(`the MCP server ${event.server}: ${event.message}`);
        break;
      case "held":
        if (event.held.length > 0) {
          output.warn(
            `${event.held.length} definitions of the MCP server ${event.server} are held back; "toolcrib approve" shows them`,
          );
        }
        break;
      default:
    }
  });
}
