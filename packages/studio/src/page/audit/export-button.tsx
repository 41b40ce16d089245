import { errorMessage } from "@toolcrib/shared/errors";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Studio } from "../studio/studio.ts";
import { type AuditFilter, queryOf } from "./audit-filter.ts";
import { exportLines } from "./export-lines.ts";

/** Saves the lines that the filter selects as a file. */
export function ExportButton({
  studio,
  filter,
}: {
  readonly studio: Studio;
  readonly filter: AuditFilter;
}): JSX.Element {
  const [count, setCount] = useState<number | undefined>();
  const [note, setNote] = useState("");
  const save = async (): Promise<void> => {
    setCount(0);
    setNote("");
    try {
      const exported = await exportLines(studio.client.readAudit, queryOf(filter, Date.now()), setCount);
      download(`audit-${new Date().toISOString().slice(0, 10)}.jsonl`, exported.text);
      setNote(
        exported.isCut
          ? `The first ${formatCount(exported.count)} lines. "toolcrib audit export" writes all.`
          : `Saved ${formatCountOf(exported.count, "line")}.`,
      );
    } catch (error) {
      setNote(errorMessage(error));
    }
    setCount(undefined);
  };
  return (
    <div class="export">
      <span class="quiet" role="status">
        {note}
      </span>
      <button type="button" class="button" disabled={count !== undefined} onClick={() => void save()}>
        {count === undefined ? "Export JSON Lines" : `Reading ${formatCount(count)}…`}
      </button>
    </div>
  );
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
