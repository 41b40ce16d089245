import type { Grant, GrantRule, GrantSubject, ListedOrganisation } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Badge, type Tone } from "../parts/badge.tsx";
import { ChangeForm, Choice, TextField } from "../parts/form-fields.tsx";
import type { OrganisationProps } from "./people-panel.tsx";

const tones: Readonly<Record<GrantRule["action"], Tone>> = {
  allow: "good",
  deny: "bad",
  pin: "neutral",
  defer: "neutral",
};
const actions = (["allow", "deny", "pin", "defer"] as const).map((action) => [action, action] as const);

/** Which tools the organisation, its teams, users and keys see. */
export function GrantsPanel({ organisation, change }: OrganisationProps): JSX.Element {
  const { name, grants } = organisation;
  return (
    <section class="panel" aria-labelledby="grants-title">
      <h2 id="grants-title">Grants</h2>
      <p class="quiet">A tool must be allowed on every level that allows something. What any level denies is denied.</p>
      {grants.length > 0 && (
        <div class="table-scroll">
          <table aria-label="Grants">
            <tbody>
              {grants.map((grant) => (
                <GrantRow
                  key={grant.id}
                  grant={grant}
                  onRemove={() => void change({ change: "remove-grant", organisation: name, grant: grant.id })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <GrantForm organisation={organisation} change={change} />
    </section>
  );
}

function GrantRow({ grant, onRemove }: { readonly grant: Grant; readonly onRemove: () => void }): JSX.Element {
  const { to, rule } = grant;
  const conditions = Object.entries({ tool: rule.name, server: rule.server, annotation: rule.annotation });
  const text = conditions.flatMap(([field, value]) => (value === undefined ? [] : [`${field} ${value}`])).join(", ");
  return (
    <tr>
      <td>{to.name === undefined ? to.kind : `${to.kind} ${to.name}`}</td>
      <td>
        <Badge tone={tones[rule.action]}>{rule.action}</Badge>
      </td>
      <td class="mono">
        {text}
        {rule.arguments !== undefined && ` with ${JSON.stringify(rule.arguments)}`}
      </td>
      <td class="row-tools">
        <button type="button" class="button small" onClick={onRemove}>
          Remove<span class="hidden-text"> {`${rule.action} ${text}`}</span>
        </button>
      </td>
    </tr>
  );
}

function subjectsOf({ teams, users, keys }: ListedOrganisation): readonly (readonly [string, string])[] {
  const of = (kind: string, entries: readonly { readonly name: string }[]) =>
    entries.map(({ name }) => [`${kind}:${name}`, `${kind} ${name}`] as const);
  return [["organisation", "the organisation"], ...of("team", teams), ...of("user", users), ...of("key", keys)];
}

function readSubject(text: string): GrantSubject {
  const [kind = "", ...rest] = text.split(":");
  return { kind: kind as GrantSubject["kind"], ...(rest.length > 0 && { name: rest.join(":") }) } as GrantSubject;
}

function GrantForm({ organisation, change }: OrganisationProps): JSX.Element {
  const [to, setTo] = useState("organisation");
  const [action, setAction] = useState("allow");
  const [tool, setTool] = useState("");
  const [server, setServer] = useState("");
  const [annotation, setAnnotation] = useState("");
  const isEmpty = tool === "" && server === "" && annotation === "";
  return (
    <ChangeForm
      onSubmit={async () => {
        const rule = {
          action: action as GrantRule["action"],
          ...(tool !== "" && { name: tool }),
          ...(server !== "" && { server }),
          ...(annotation !== "" && { annotation }),
        };
        const added = await change({ change: "add-grant", organisation: organisation.name, to: readSubject(to), rule });
        if (!added) return;
        setTool("");
        setServer("");
        setAnnotation("");
      }}
    >
      <Choice label="Given to" value={to} choices={subjectsOf(organisation)} onChoose={setTo} />
      <Choice label="Action" value={action} choices={actions} onChoose={setAction} />
      <TextField label="Tool" value={tool} onInput={setTool} placeholder="mcp__github__*" />
      <TextField label="Server" value={server} onInput={setServer} placeholder="github" />
      <TextField label="Annotation" value={annotation} onInput={setAnnotation} placeholder="readOnlyHint" />
      <button type="submit" class="button" disabled={isEmpty}>
        Add grant
      </button>
    </ChangeForm>
  );
}
