import type { AdminApiConnections } from "@toolcrib/gateway";
import { CommandError } from "../../errors/command-error.ts";
import { askAdmin } from "../../gateway/ask-admin.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";

export type ConnectionsAction = "list" | "remove";

/** The options of `toolcrib connections`. */
export interface ConnectionsOptions {
  readonly gateway: string;
  readonly gatewayKeyEnv: string;
  readonly user?: string;
  readonly organisation?: string;
  readonly json?: true;
}

/** Shows a user's logins at MCP servers, or ends one. */
export async function runConnections(
  action: ConnectionsAction,
  server: string | undefined,
  options: ConnectionsOptions,
  output: Output,
): Promise<void> {
  const gateway = { url: options.gateway, key: process.env[options.gatewayKeyEnv] };
  const { user, organisation } = options;
  const given = new URLSearchParams({
    ...(user === undefined ? {} : { user }),
    ...(organisation === undefined ? {} : { organisation }),
  });
  const query = given.size === 0 ? "" : `?${given.toString()}`;
  if (action === "remove") {
    if (server === undefined) throw new CommandError("key_not_named", { action, missing: "the name of a server" });
    const removed = (await askAdmin(gateway, `/connections/${encodeURIComponent(server)}${query}`, {
      method: "DELETE",
    })) as { readonly wasConnected: boolean };
    if (options.json) output.print(JSON.stringify(removed));
    else output.print(removed.wasConnected ? `Disconnected from ${server}.` : `There was no login at ${server}.`);
    return;
  }
  const report = (await askAdmin(gateway, `/connections${query}`)) as AdminApiConnections;
  if (options.json) {
    output.print(JSON.stringify(report));
    return;
  }
  if (report.connections.length === 0) output.print("No server of this gateway uses logins of users.");
  for (const { server: name, isConnected, connectedAt, url } of report.connections) {
    output.print(plainText(`${name}  ${isConnected ? `connected since ${connectedAt}` : `not connected: ${url}`}`));
  }
}
