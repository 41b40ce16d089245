import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import type { Studio } from "../studio/studio.ts";

/** Asks for a gateway key, if one is required. A key that was rejected is an error; a missing one is not. */
export function KeyForm({ studio, problem }: { readonly studio: Studio; readonly problem: string }): JSX.Element {
  const [key, setKey] = useState("");
  const [canSignIn, setCanSignIn] = useState(false);
  const isRejected = studio.key.value !== undefined;
  useEffect(() => {
    let isGone = false;
    void studio.client.readSignIn().then((can) => {
      if (!isGone) setCanSignIn(can);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <form
      class="key-form panel"
      onSubmit={(event) => {
        event.preventDefault();
        studio.key.value = key === "" ? undefined : key;
        void studio.start();
      }}
    >
      <h2>This gateway asks for a key</h2>
      {isRejected ? (
        <p class="key-problem" id="key-problem" role="alert">
          <Icon name="error" />
          <span>This key was not accepted. {problem}</span>
        </p>
      ) : (
        <p class="quiet">{problem}</p>
      )}
      {canSignIn && (
        <a class="button primary" href="/auth/sign-in?to=/studio/">
          Sign in
        </a>
      )}
      <label>
        <span>A key that may use the admin API</span>
        <input
          type="password"
          autocomplete="off"
          value={key}
          aria-invalid={isRejected}
          aria-describedby={isRejected ? "key-problem" : undefined}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary">
        Open
      </button>
      <p class="quiet">It is kept in this tab only, and sent to this gateway only.</p>
    </form>
  );
}
