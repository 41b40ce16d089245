import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useKeys } from "../keyboard/use-keys.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import { selectableFrom } from "../parts/virtual-list.tsx";
import type { Studio } from "../studio/studio.ts";
import { type AuditFilter, readFilter, writeFilter } from "./audit-filter.ts";
import { rowsOf } from "./audit-lines.ts";
import { AuditTable } from "./audit-table.tsx";
import { ChainPanel } from "./chain-panel.tsx";
import { ExportButton } from "./export-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { LineDetails } from "./line-details.tsx";
import { useAuditLog } from "./use-audit-log.ts";

/** The audit log: whether it is complete, its lines, and one of them in detail. */
export function AuditPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const caller = studio.caller.value;
  const { chosen } = studio.place.value;
  const filter = useMemo(() => readFilter(chosen), [chosen]);
  const isReady = studio.store.connection.value.state !== "key-needed" && caller?.hasAudit === true;
  const isOperator = caller?.role === "operator";
  const { lines, next, publicKey, problem, isReading, readOlder } = useAuditLog(studio, filter, isReady);
  const [selected, setSelected] = useState<number | undefined>();
  const rows = useMemo(() => rowsOf(lines ?? [], filter.kind === "checkpoint"), [lines, filter.kind]);
  const position = rows.findIndex((row) => row.type === "line" && row.line.record.sequence === selected);
  const found = rows[position] ?? rows.find((row) => row.type === "line");
  const line = found?.type === "line" ? found.line : undefined;
  useKeys((action) => {
    if (action.type !== "move") return false;
    const from = found === undefined ? -1 : rows.indexOf(found);
    const target = selectableFrom(rows, from, action.by, (row) => row.type === "day");
    if (target?.type === "line") setSelected(target.line.record.sequence);
    return true;
  });
  if (caller?.hasAudit === false) return <NoLog />;
  const setFilter = (changed: AuditFilter): void =>
    studio.goTo({ page: "audit", chosen: writeFilter(changed) }, "replace");
  return (
    <div class="audit-page filled">
      {isOperator && <ChainPanel studio={studio} isReady={isReady} isSigned={publicKey !== null} />}
      <section class="panel audit-log" aria-label="Audit log">
        <div class="panel-head">
          <h2>Log</h2>
          <ExportButton studio={studio} filter={filter} />
        </div>
        <FilterBar filter={filter} lines={lines ?? []} onFilter={setFilter} />
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {rows.length === 0 ? (
          <EmptyState title={isReading ? "Reading…" : "No line fits"}>
            {!isReading && writeFilter(filter) !== undefined && (
              <p>
                <button type="button" class="button" onClick={() => setFilter(readFilter(undefined))}>
                  Show everything
                </button>
              </p>
            )}
            {!isReading && writeFilter(filter) === undefined && <p>Tool calls appear here a moment after they end.</p>}
          </EmptyState>
        ) : (
          <AuditTable
            rows={rows}
            selected={line?.record.sequence}
            onSelect={({ record }) => setSelected(record.sequence)}
          />
        )}
        {typeof next === "number" && (
          <button type="button" class="button" disabled={isReading} onClick={() => void readOlder()}>
            Show older lines
          </button>
        )}
      </section>
      <LineDetails line={line} canSeeRequests={isOperator} />
    </div>
  );
}

/** How to switch the log on. */
function NoLog(): JSX.Element {
  return (
    <section class="panel">
      <EmptyState title="This gateway keeps no audit log">
        <p>With one, every tool call and every change of access is kept, and removed or changed lines show:</p>
        <pre class="command">{`{ "audit": {}, "store": "postgres://…" }`}</pre>
      </EmptyState>
    </section>
  );
}
