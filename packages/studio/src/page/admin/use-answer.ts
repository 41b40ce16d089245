import { errorMessage } from "@toolcrib/shared/errors";
import { useEffect, useRef, useState } from "preact/hooks";

/** An admin API response shown on a page. */
export interface Answer<Value> {
  readonly value: Value | undefined;
  readonly problem: string | undefined;
}

/** Polling intervals: a catalogue can be megabytes, server states are small. */
export const seldom = 15_000;
export const often = 5_000;

const debounceMilliseconds = 300;

/**
 * Fetches when the page opens, repeatedly while it is open (servers come and go), and shortly after `changed` changes.
 * Keeps the latest response.
 */
export function useAnswer<Value>(
  ask: () => Promise<Value>,
  isReady: boolean,
  every: number,
  changed?: unknown,
): Answer<Value> {
  const refreshing = useRef<() => void>(() => {});
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
    refreshing.current = () => void refresh();
    void refresh();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, every);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [isReady]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = setTimeout(() => refreshing.current(), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [changed]);
  return answer;
}
