import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { EmptyState } from "../parts/empty-state.tsx";
import { ChangeForm, Choice, TextField } from "../parts/form-fields.tsx";
import type { Studio } from "../studio/studio.ts";
import { GrantsPanel } from "./grants-panel.tsx";
import { KeysPanel } from "./keys-panel.tsx";
import { PeoplePanel } from "./people-panel.tsx";
import { useAccess } from "./use-access.ts";
import { VisiblePanel } from "./visible-panel.tsx";

/** Organisations with their teams, users, keys and grants, and what a key sees. */
export function AccessPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const { organisations, problem, secret, change } = useAccess(studio);
  const [newName, setNewName] = useState("");
  const [lookedAt, setLookedAt] = useState<string | undefined>();
  const { chosen } = studio.place.value;
  const organisation = organisations?.find(({ name }) => name === chosen) ?? organisations?.[0];
  const isOperator = studio.caller.value?.role === "operator";
  return (
    <div class="access-page">
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="fields">
        {organisations !== undefined && organisations.length > 0 && (
          <Choice
            label="Organisation"
            value={organisation?.name ?? ""}
            choices={organisations.map(({ name }) => [name, name] as const)}
            onChoose={(name) => studio.goTo({ page: "access", chosen: name }, "replace")}
          />
        )}
        {isOperator && (
          <ChangeForm
            onSubmit={async () => {
              if (!(await change({ change: "add-organisation", organisation: newName }))) return;
              studio.goTo({ page: "access", chosen: newName }, "replace");
              setNewName("");
            }}
          >
            <TextField label="New organisation" value={newName} onInput={setNewName} placeholder="acme" />
            <button type="submit" class="button" disabled={newName === ""}>
              Add organisation
            </button>
          </ChangeForm>
        )}
      </div>
      {organisation === undefined ? (
        <EmptyState title={organisations === undefined ? "Reading…" : "No organisation yet"}>
          <p>An organisation has teams, users and keys. Grants say which tools each of them sees.</p>
        </EmptyState>
      ) : (
        <div class="access-panels">
          <KeysPanel organisation={organisation} change={change} secret={secret} onLook={setLookedAt} />
          <GrantsPanel organisation={organisation} change={change} />
          <PeoplePanel organisation={organisation} change={change} />
          {lookedAt !== undefined && organisation.keys.some(({ name }) => name === lookedAt) && (
            <VisiblePanel
              key={`${organisation.name}/${lookedAt}`}
              studio={studio}
              organisation={organisation.name}
              lookedAt={lookedAt}
              version={JSON.stringify(organisation.grants)}
            />
          )}
        </div>
      )}
    </div>
  );
}
