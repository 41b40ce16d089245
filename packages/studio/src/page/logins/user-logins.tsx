import type { AdminApiLogins } from "@toolcrib/gateway";
import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { EmptyState } from "../parts/empty-state.tsx";
import { SearchField } from "../parts/form-fields.tsx";
import { Table } from "../parts/table.tsx";
import { EndButton } from "./end-button.tsx";
import { filterLogins } from "./filter-logins.ts";
import { loginDay } from "./login-day.ts";
import type { LoginsView } from "./use-logins.ts";

export interface UserLoginsProps {
  readonly logins: AdminApiLogins["logins"];
  readonly isOperator: boolean;
  readonly end: LoginsView["end"];
}

/** More rows would be slow; the filter finds the others. */
const maxRows = 200;

/** Who is connected where, for administrators. */
export function UserLogins({ logins, isOperator, end }: UserLoginsProps): JSX.Element {
  const [words, setWords] = useState("");
  const shown = filterLogins(logins, words);
  return (
    <>
      <div class="tools-bar">
        <span class="quiet numbers">{formatCountOf(logins.length, "login")}</span>
        <SearchField label="Filter logins" placeholder="Filter by user or server" value={words} onInput={setWords} />
      </div>
      {shown.length === 0 ? (
        <EmptyState title={logins.length === 0 ? "Nobody is connected yet" : "No login fits this filter"} />
      ) : (
        <div class="table-scroll">
          <Table
            columns={[
              isOperator && { title: "Organisation" },
              { title: "User" },
              { title: "Server" },
              { title: "Since" },
              { title: "" },
            ]}
            label="Logins of users"
          >
            {shown.slice(0, maxRows).map(({ organisation, user, server, connectedAt }) => (
              <tr key={JSON.stringify([organisation, user, server])}>
                {isOperator && <td>{organisation}</td>}
                <td>{user}</td>
                <td class="mono">{server}</td>
                <td class="numbers">{loginDay(connectedAt)}</td>
                <td class="row-tools">
                  <EndButton
                    of={`${user} ${server}`}
                    onEnd={() => end({ server, user, ...(organisation !== null && { organisation }) })}
                  />
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      {shown.length > maxRows && <p class="quiet">{shown.length - maxRows} more fit; use the filter.</p>}
    </>
  );
}
