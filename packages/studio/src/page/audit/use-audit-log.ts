import { errorMessage } from "@toolcrib/shared/errors";
import { useEffect, useRef, useState } from "preact/hooks";
import { often } from "../admin/use-answer.ts";
import type { Studio } from "../studio/studio.ts";
import { type AuditFilter, queryOf, writeFilter } from "./audit-filter.ts";
import { addNewest, addOlder, type ReadLines, readLines } from "./audit-lines.ts";

const pageLines = 100;
const debounceMilliseconds = 250;

/** The lines that a filter selects, and how to get more of them. */
export interface AuditLogView extends Partial<ReadLines> {
  readonly problem: string | undefined;
  readonly isReading: boolean;
  readonly readOlder: () => Promise<void>;
}

/** Reads the latest lines shortly after the filter changes, and new ones as they are written. */
export function useAuditLog(studio: Studio, filter: AuditFilter, isReady: boolean): AuditLogView {
  const [read, setRead] = useState<ReadLines | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const [isReading, setIsReading] = useState(true);
  const version = useRef(0);
  const selected = writeFilter(filter) ?? "";
  const ask = async (more: Readonly<Record<string, string>> = {}): Promise<ReadLines> =>
    readLines(
      await studio.client.readAudit({
        ...queryOf(filter, Date.now()),
        order: "newest",
        limit: String(pageLines),
        ...more,
      }),
    );
  /** Takes what was read, unless the filter has changed meanwhile. */
  const take = async (
    asked: Promise<ReadLines>,
    add: (before: ReadLines | undefined, more: ReadLines) => ReadLines,
  ) => {
    const own = version.current;
    try {
      const more = await asked;
      if (own !== version.current) return;
      setRead((before) => add(before, more));
      setProblem(undefined);
    } catch (error) {
      if (own === version.current) setProblem(errorMessage(error));
    }
    if (own === version.current) setIsReading(false);
  };
  useEffect(() => {
    if (!isReady) return undefined;
    version.current++;
    setIsReading(true);
    const first = setTimeout(
      () => void take(ask(), (_before, newest) => newest),
      read === undefined ? 0 : debounceMilliseconds,
    );
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      void take(ask(), (before, newest) => (before === undefined ? newest : addNewest(before, newest)));
    }, often);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isReady, selected]);
  const readOlder = async (): Promise<void> => {
    if (read === undefined || read.next === null) return;
    setIsReading(true);
    await take(ask({ to: String(read.next) }), (before, older) =>
      before === undefined ? older : addOlder(before, older),
    );
  };
  return { ...read, problem, isReading, readOlder };
}
