import type { AdminApiServer } from "@toolcrib/gateway";
import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { Badge, type Tone } from "../parts/badge.tsx";

const tones: Readonly<Record<string, Tone>> = {
  ready: "good",
  cached: "neutral",
  connecting: "warning",
  restarting: "warning",
  failed: "bad",
};

/** MCP servers with their state and its reason. */
export function ServerList({ servers }: { readonly servers: readonly AdminApiServer[] }): JSX.Element {
  if (servers.length === 0) {
    return (
      <p class="quiet">
        The gateway has no MCP servers of its own. Add them under <code>mcpServers</code> in <code>toolcrib.json</code>,
        as in <code>.mcp.json</code>.
      </p>
    );
  }
  return (
    <ul class="servers">
      {servers.map((server) => (
        <li key={server.name} data-server={server.name}>
          <span class="server-line">
            <span class="mono">{server.name}</span>
            <Badge tone={tones[server.state] ?? "neutral"}>{server.state}</Badge>
            {server.tools !== undefined && <span class="quiet numbers">{formatCountOf(server.tools, "tool")}</span>}
          </span>
          {server.reason !== undefined && <span class="quiet">{server.reason}</span>}
          {server.log !== undefined && server.log.length > 0 && (
            <details>
              <summary>
                Log<span class="hidden-text">: {server.name}</span>
              </summary>
              <pre class="command">{server.log.join("\n")}</pre>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
