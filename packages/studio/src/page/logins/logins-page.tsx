import type { JSX } from "preact";
import { EmptyState } from "../parts/empty-state.tsx";
import type { Studio } from "../studio/studio.ts";
import { OwnLogins } from "./own-logins.tsx";
import { useLogins } from "./use-logins.ts";
import { UserLogins } from "./user-logins.tsx";

const example = `{ "mcpServers": { "linear": { "url": "https://mcp.linear.app/mcp", "auth": { "type": "oauth", "per": "user" } } } }`;

/** The caller's logins at MCP servers and, for administrators, who is connected where. Nothing here shows a token. */
export function LoginsPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const { own, ofUsers, problem, end } = useLogins(studio);
  const caller = studio.caller.value;
  if (caller?.hasLogins === false) {
    return (
      <section class="panel">
        <EmptyState title="No server uses logins of users">
          <p>Let each user work with their own account at an MCP server:</p>
          <pre class="command">{example}</pre>
        </EmptyState>
      </section>
    );
  }
  return (
    <div class="access-page">
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <section class="panel" aria-labelledby="own-logins-title">
        <h2 id="own-logins-title">Your logins</h2>
        {caller?.user === undefined ? (
          <p class="quiet">This key belongs to no user. Only users log in to servers.</p>
        ) : own === undefined ? (
          <EmptyState title="Reading…" />
        ) : (
          <OwnLogins connections={own} end={end} />
        )}
      </section>
      {caller !== undefined && caller.role !== "member" && (
        <section class="panel" aria-labelledby="user-logins-title">
          <h2 id="user-logins-title">Logins of users</h2>
          {ofUsers === undefined ? (
            <EmptyState title="Reading…" />
          ) : (
            <UserLogins logins={ofUsers} isOperator={caller.role === "operator"} end={end} />
          )}
        </section>
      )}
    </div>
  );
}
