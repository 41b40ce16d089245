import type { AdminApiEdit, AdminApiSearchAnswer } from "@toolcrib/gateway";
import { errorMessage } from "@toolcrib/shared/errors";
import { useEffect, useState } from "preact/hooks";
import type { AdminClient } from "../admin/admin-client.ts";
import { type RankerName, rankers } from "./rank-change.ts";

/** One ranker's result, with and without the edit. */
export interface RankerResult {
  readonly ranker: string;
  readonly answer: AdminApiSearchAnswer | undefined;
  /** Without the edit; undefined if there is none. */
  readonly before: AdminApiSearchAnswer | undefined;
  readonly problem: string | undefined;
}

const pauseMilliseconds = 150;
/** While vectors are being computed, answers change without a key press. */
const buildingMilliseconds = 3_000;
const limit = 10;

/**
 * Queries every ranker, shortly after the last key press. Results stay until the next ones arrive, so nothing jumps.
 */
export function useSearches(
  client: AdminClient,
  query: string,
  { edit, tenant }: { readonly edit: AdminApiEdit | undefined; readonly tenant: string | undefined },
): readonly RankerResult[] {
  const [results, setResults] = useState<readonly RankerResult[]>([]);
  const description = edit?.description;
  const name = edit?.name;
  useEffect(() => {
    if (query.trim() === "") {
      setResults([]);
      return undefined;
    }
    const abort = new AbortController();
    const edits = name === undefined || description === undefined ? undefined : [{ name, description }];
    const asked = { query, limit, ...(tenant === undefined ? {} : { tenant }) };
    const ask = async (ranker: RankerName): Promise<RankerResult> => {
      try {
        const answer = await client.search(
          { ...asked, ranker, ...(edits === undefined ? {} : { edits }) },
          abort.signal,
        );
        const before = edits === undefined ? undefined : await client.search({ ...asked, ranker }, abort.signal);
        return { ranker, answer, before, problem: undefined };
      } catch (error) {
        const problem = errorMessage(error);
        return { ranker, answer: undefined, before: undefined, problem };
      }
    };
    let timer: ReturnType<typeof setTimeout>;
    const askLater = (milliseconds: number): void => {
      timer = setTimeout(() => {
        void Promise.all(rankers.map(ask)).then((answered) => {
          if (abort.signal.aborted) return;
          setResults(answered);
          if (answered.some(({ answer }) => answer?.semantic === "building")) askLater(buildingMilliseconds);
        });
      }, milliseconds);
    };
    askLater(pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, query, name, description, tenant]);
  return results;
}
