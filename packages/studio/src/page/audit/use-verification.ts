import { errorMessage } from "@toolcrib/shared/errors";
import { useEffect, useState } from "preact/hooks";
import { often } from "../admin/use-answer.ts";
import type { Studio } from "../studio/studio.ts";
import { addPart, type ChainState, endOf } from "./chain-state.ts";

/** Whether the log is as it was written. */
export interface Verification {
  /** Undefined before the first part is verified. */
  readonly state: ChainState | undefined;
  readonly problem: string | undefined;
}

/** Verifies the log part by part, and then what is added to it while the page is open. Starts over for another public key. */
export function useVerification(studio: Studio, isReady: boolean, publicKey: string): Verification {
  const [verification, setVerification] = useState<Verification>({ state: undefined, problem: undefined });
  useEffect(() => {
    if (!isReady) return undefined;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let state: ChainState | undefined;
    const verifyRest = async (): Promise<void> => {
      try {
        do {
          state = addPart(state, await studio.client.verifyAudit(endOf(state), publicKey));
          if (!isGone) setVerification({ state, problem: undefined });
        } while (!state.isAtEnd && !isGone);
      } catch (error) {
        if (!isGone) setVerification({ state, problem: errorMessage(error) });
      }
      if (!isGone) timer = setTimeout(() => void verifyRest(), often);
    };
    void verifyRest();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isReady, publicKey]);
  return verification;
}
