import type { ListedKey } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Badge } from "../parts/badge.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { ChangeForm, Choice, namesOf, TextField } from "../parts/form-fields.tsx";
import type { OrganisationProps } from "./people-panel.tsx";
import type { AccessView } from "./use-access.ts";

const day = 86_400;
const lifetimes = [
  ["", "never"],
  [String(30 * day), "in 30 days"],
  [String(90 * day), "in 90 days"],
  [String(365 * day), "in a year"],
] as const;

export interface KeysPanelProps extends OrganisationProps {
  readonly secret: AccessView["secret"];
  /** Shows what a key sees. */
  readonly onLook: (key: string) => void;
}

/** The keys of an organisation: created, rotated, revoked, and what each of them sees. */
export function KeysPanel({ organisation, change, secret, onLook }: KeysPanelProps): JSX.Element {
  return (
    <section class="panel" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      {secret !== undefined && (
        <div class="new-key" role="status">
          <p>
            The key <strong>{secret.key}</strong> is shown once. Copy it now:
          </p>
          <p class="new-key-text">
            <code>{secret.secret}</code>
            <CopyButton label="Copy" text={() => secret.secret} />
          </p>
        </div>
      )}
      {organisation.keys.length > 0 && (
        <div class="table-scroll">
          <table aria-label="Keys">
            <tbody>
              {organisation.keys.map((key) => (
                <KeyRow key={key.id} listed={key} organisation={organisation.name} change={change} onLook={onLook} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <KeyCreation organisation={organisation} change={change} />
    </section>
  );
}

interface KeyRowProps extends Pick<KeysPanelProps, "change" | "onLook"> {
  readonly listed: ListedKey;
  readonly organisation: string;
}

function KeyRow({ listed, organisation, change, onLook }: KeyRowProps): JSX.Element {
  const { name, role, team, user, expiresAt, secretCount } = listed;
  const hasEnded = expiresAt !== undefined && expiresAt <= Date.now();
  const scope = [role, ...(team === undefined ? [] : [team]), ...(user === undefined ? [] : [user])];
  const tool = (title: string, onClick: () => void): JSX.Element => (
    <button type="button" class="button small" onClick={onClick}>
      {title}
      <span class="hidden-text"> {name}</span>
    </button>
  );
  return (
    <tr>
      <td class="mono">{name}</td>
      <td class="quiet">{scope.join(", ")}</td>
      <td>
        {expiresAt !== undefined && (
          <Badge tone={hasEnded ? "bad" : "neutral"}>
            {hasEnded ? "ended" : "ends"} {new Date(expiresAt).toISOString().slice(0, 10)}
          </Badge>
        )}
        {secretCount > 1 && <Badge tone="warning">earlier secret accepted</Badge>}
      </td>
      <td class="row-tools">
        {tool("What does it see?", () => onLook(name))}
        {tool("Rotate", () => void change({ change: "rotate-key", organisation, key: name, graceSeconds: 3_600 }))}
        {tool("Revoke", () => void change({ change: "revoke-key", organisation, key: name }))}
      </td>
    </tr>
  );
}

function KeyCreation({ organisation, change }: OrganisationProps): JSX.Element {
  const [key, setKey] = useState("");
  const [team, setTeam] = useState("");
  const [user, setUser] = useState("");
  const [seconds, setSeconds] = useState("");
  return (
    <ChangeForm
      onSubmit={async () => {
        const created = await change({
          change: "create-key",
          organisation: organisation.name,
          key,
          ...(team !== "" && { team }),
          ...(user !== "" && { user }),
          ...(seconds !== "" && { expiresInSeconds: Number(seconds) }),
        });
        if (created) setKey("");
      }}
    >
      <TextField label="New key" value={key} onInput={setKey} placeholder="ci" />
      <Choice label="Team of the key" value={team} choices={namesOf(organisation.teams, "any")} onChoose={setTeam} />
      <Choice
        label="Owner of the key"
        value={user}
        choices={namesOf(organisation.users, "nobody")}
        onChoose={setUser}
      />
      <Choice label="The key ends" value={seconds} choices={lifetimes} onChoose={setSeconds} />
      <button type="submit" class="button" disabled={key === ""}>
        Create key
      </button>
    </ChangeForm>
  );
}
