import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Studio } from "../studio/studio.ts";

/** Asks for a gateway key, if one is required. */
export function KeyForm({ studio, problem }: { readonly studio: Studio; readonly problem: string }): JSX.Element {
  const [key, setKey] = useState("");
  return (
    <form
      class="key-form panel"
      onSubmit={(event) => {
        event.preventDefault();
        studio.key.value = key === "" ? undefined : key;
        void studio.store.start();
      }}
    >
      <h2>This gateway asks for a key</h2>
      <p class="quiet">{problem}</p>
      <label>
        <span>A key that may use the admin API</span>
        <input type="password" autocomplete="off" value={key} onInput={(event) => setKey(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button primary">
        Open
      </button>
      <p class="quiet">It is kept in this tab only, and sent to this gateway only.</p>
    </form>
  );
}
