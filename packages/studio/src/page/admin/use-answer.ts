import { errorMessage } from "@toolcrib/shared/errors";
import { useEffect, useState } from "preact/hooks";

/** An admin API response shown on a page. */
export interface Answer<Value> {
  readonly value: Value | undefined;
  readonly problem: string | undefined;
}

/** Polling intervals: a catalogue can be megabytes, server states are small. */
export const seldom = 15_000;
export const often = 5_000;

/** Fetches when the page opens, and repeatedly while it is open: servers come and go. Keeps the latest response. */
export function useAnswer<Value>(ask: () => Promise<Value>, isReady: boolean, every: number): Answer<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>({ value: undefined, problem: undefined });
  useEffect(() => {
    if (!isReady) return undefined;
    let isGone = false;
    const refresh = async () => {
      try {
        const value = await ask();
        if (!isGone) setAnswer({ value, problem: undefined });
      } catch (error) {
        const problem = errorMessage(error);
        if (!isGone) setAnswer((before) => ({ ...before, problem }));
      }
    };
    void refresh();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, every);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [isReady]);
  return answer;
}
