import type { AccessChange, AccessOutcome, AdminApiAccess } from "@toolcrib/gateway";
import { errorMessage } from "@toolcrib/shared/errors";
import { useState } from "preact/hooks";
import { often, useAnswer } from "../admin/use-answer.ts";
import type { Studio } from "../studio/studio.ts";

/** Who may use what, and how it is changed. */
export interface AccessView {
  readonly organisations: AdminApiAccess["organisations"] | undefined;
  /** Why it cannot be read, or why the last change was refused. */
  readonly problem: string | undefined;
  /** The key that was made last. It is shown until the next change, and not again. */
  readonly secret: { readonly key: string; readonly secret: string } | undefined;
  /** Makes a change; false if it was refused. */
  readonly change: (change: AccessChange) => Promise<boolean>;
}

export function useAccess(studio: Studio): AccessView {
  const [changes, setChanges] = useState(0);
  const [refused, setRefused] = useState<string | undefined>();
  const [secret, setSecret] = useState<AccessView["secret"]>();
  const isReady = studio.store.connection.value.state !== "key-needed";
  const { value, problem } = useAnswer(studio.client.readAccess, isReady, often, changes);
  const change = async (wanted: AccessChange): Promise<boolean> => {
    try {
      const outcome: AccessOutcome = await studio.client.changeAccess(wanted);
      setRefused(undefined);
      setSecret(
        outcome.secret === undefined || !("key" in wanted) ? undefined : { key: wanted.key, secret: outcome.secret },
      );
      setChanges((count) => count + 1);
      return true;
    } catch (error) {
      setRefused(errorMessage(error));
      return false;
    }
  };
  return { organisations: value?.organisations, problem: refused ?? problem, secret, change };
}
