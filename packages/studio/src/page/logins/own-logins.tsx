import type { AdminApiConnections } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { Table } from "../parts/table.tsx";
import { EndButton } from "./end-button.tsx";
import { loginDay } from "./login-day.ts";
import type { LoginsView } from "./use-logins.ts";

export interface OwnLoginsProps {
  readonly connections: AdminApiConnections["connections"];
  readonly end: LoginsView["end"];
}

/** The servers that the user logs in to, and to which of them they are connected. */
export function OwnLogins({ connections, end }: OwnLoginsProps): JSX.Element {
  return (
    <div class="table-scroll">
      <Table
        columns={[{ title: "Server" }, { title: "State" }, { title: "Since" }, { title: "Scope" }, { title: "" }]}
        label="Your logins"
      >
        {connections.map(({ server, isConnected, connectedAt, scope, url }) => (
          <tr key={server}>
            <td class="mono">{server}</td>
            <td>
              <Badge tone={isConnected ? "good" : "neutral"}>{isConnected ? "connected" : "not connected"}</Badge>
            </td>
            <td class="numbers">{loginDay(connectedAt)}</td>
            <td class="quiet">{scope}</td>
            <td class="row-tools">
              <a class="button small" href={url} target="_blank" rel="noreferrer">
                {isConnected ? "Log in again" : "Log in"}
                <span class="hidden-text"> to {server}</span>
              </a>
              {isConnected && <EndButton of={server} onEnd={() => end({ server })} />}
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
