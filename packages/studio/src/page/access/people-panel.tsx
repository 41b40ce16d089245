import type { ListedOrganisation, User } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Badge } from "../parts/badge.tsx";
import { ChangeForm, Choice, namesOf, TextField } from "../parts/form-fields.tsx";
import type { AccessView } from "./use-access.ts";

export interface OrganisationProps {
  readonly organisation: ListedOrganisation;
  readonly change: AccessView["change"];
}

/** The teams and users of an organisation. */
export function PeoplePanel({ organisation, change }: OrganisationProps): JSX.Element {
  const { name, teams, users } = organisation;
  const [team, setTeam] = useState("");
  return (
    <section class="panel" aria-labelledby="people-title">
      <h2 id="people-title">Teams and users</h2>
      <ul class="names" aria-label="Teams">
        {teams.map((one) => (
          <li key={one.name}>
            <span>{one.name}</span>
            <button
              type="button"
              class="button small bare"
              aria-label={`Remove team ${one.name}`}
              onClick={() => void change({ change: "remove-team", organisation: name, team: one.name })}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <ChangeForm
        onSubmit={async () => {
          if (await change({ change: "add-team", organisation: name, team })) setTeam("");
        }}
      >
        <TextField label="New team" value={team} onInput={setTeam} />
        <button type="submit" class="button" disabled={team === ""}>
          Add team
        </button>
      </ChangeForm>
      {users.length > 0 && (
        <div class="table-scroll">
          <table aria-label="Users">
            <tbody>
              {users.map((user) => (
                <UserRow key={user.name} user={user} organisation={name} change={change} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <UserForm organisation={organisation} change={change} />
    </section>
  );
}

function UserRow({
  user,
  organisation,
  change,
}: {
  readonly user: User;
  readonly organisation: string;
  readonly change: AccessView["change"];
}): JSX.Element {
  const { name, teams, role, isDisabled } = user;
  const toggle = { change: "set-user", organisation, user: name, isDisabled: !isDisabled } as const;
  return (
    <tr>
      <td>{name}</td>
      <td class="quiet">{[role, ...teams].join(", ")}</td>
      <td>{isDisabled && <Badge tone="warning">disabled</Badge>}</td>
      <td class="row-tools">
        <button type="button" class="button small" onClick={() => void change(toggle)}>
          {isDisabled ? "Enable" : "Disable"}
          <span class="hidden-text"> {name}</span>
        </button>
      </td>
    </tr>
  );
}

function UserForm({ organisation, change }: OrganisationProps): JSX.Element {
  const [user, setUser] = useState("");
  const [team, setTeam] = useState("");
  const [role, setRole] = useState("member");
  const wanted = {
    change: "set-user",
    organisation: organisation.name,
    user,
    teams: team === "" ? [] : [team],
    role: role as "member" | "admin",
  } as const;
  return (
    <ChangeForm
      onSubmit={async () => {
        if (await change(wanted)) setUser("");
      }}
    >
      <TextField label="New user" value={user} onInput={setUser} placeholder="ada@example.com" />
      <Choice label="Team of the user" value={team} choices={namesOf(organisation.teams, "none")} onChoose={setTeam} />
      <Choice
        label="Role of the user"
        value={role}
        choices={["member", "admin"].map((one) => [one, one] as const)}
        onChoose={setRole}
      />
      <button type="submit" class="button" disabled={user === ""}>
        Add user
      </button>
    </ChangeForm>
  );
}
