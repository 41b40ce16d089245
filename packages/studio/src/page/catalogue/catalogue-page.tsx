import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { often, seldom, useAnswer } from "../admin/use-answer.ts";
import { useKeys } from "../keyboard/use-keys.ts";
import { EmptyState, SendTraffic } from "../parts/empty-state.tsx";
import { SearchField } from "../parts/form-fields.tsx";
import { selectableFrom } from "../parts/virtual-list.tsx";
import type { Studio } from "../studio/studio.ts";
import { missList } from "./miss-list.ts";
import { MissPanel } from "./miss-panel.tsx";
import { ServerList } from "./server-list.tsx";
import { ToolDetails } from "./tool-details.tsx";
import {
  filterRows,
  groupRows,
  type ToolFilter,
  type ToolOrder,
  type ToolRow,
  toolFilters,
  toolRows,
} from "./tool-rows.ts";
import { ToolTable } from "./tool-table.tsx";

/** Servers, a table of the tools, the details of one tool, and searches that found nothing. */
export function CataloguePage({ studio }: { readonly studio: Studio }): JSX.Element {
  const isReady = studio.store.connection.value.state !== "key-needed";
  const catalogue = useAnswer(studio.client.readCatalogue, isReady, seldom);
  const isOperator = studio.caller.value?.role === "operator";
  const health = useAnswer(studio.client.readHealth, isReady && isOperator, often);
  const histories = useAnswer(studio.client.readHistories, isReady && isOperator, seldom);
  const traces = studio.store.traces.value;
  const [words, setWords] = useState("");
  const [filter, setFilter] = useState<ToolFilter>("all");
  const [order, setOrder] = useState<ToolOrder | undefined>();
  const rows = useMemo(() => toolRows(catalogue.value?.tools ?? [], traces), [catalogue.value, traces]);
  const misses = useMemo(() => missList(traces), [traces]);
  const shown = useMemo(() => filterRows(rows, filter, words), [rows, filter, words]);
  const lines = useMemo(() => groupRows(shown, order), [shown, order]);
  const { chosen } = studio.place.value;
  const isTool = (line: (typeof lines)[number]) => line.type === "tool";
  const position = lines.findIndex((line) => line.type === "tool" && line.row.tool.name === chosen);
  const line = lines[position] ?? lines.find(isTool);
  const row = line?.type === "tool" ? line.row : undefined;
  const choose = ({ tool }: ToolRow) => studio.goTo({ page: "catalogue", chosen: tool.name }, "replace");
  useKeys((action) => {
    if (action.type !== "move") return false;
    const next = selectableFrom(lines, line === undefined ? -1 : lines.indexOf(line), action.by, (one) => !isTool(one));
    if (next?.type === "tool") choose(next.row);
    return true;
  });
  const servers = health.value?.servers ?? [];
  return (
    <div class="catalogue-page filled">
      <section class="panel tools" aria-label="Tools">
        {health.problem !== undefined && <p class="problem">{health.problem}</p>}
        {(rows.length > 0 || servers.length > 0) && <ServerList servers={servers} />}
        <div class="tools-bar">
          <SearchField
            label="Filter tools"
            placeholder="Filter by name or description"
            value={words}
            onInput={setWords}
          />
          <label>
            <span class="hidden-text">Which tools</span>
            <select value={filter} onChange={(event) => setFilter(event.currentTarget.value as ToolFilter)}>
              {Object.entries(toolFilters).map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <span class="quiet numbers">
            {shown.length === rows.length
              ? formatCountOf(rows.length, "tool")
              : `${formatCount(shown.length)} of ${formatCountOf(rows.length, "tool")}`}
          </span>
        </div>
        {rows.some(isNotLinted) && <LintNote count={rows.length} />}
        {catalogue.problem !== undefined && <p class="problem">{catalogue.problem}</p>}
        {rows.length === 0 ? (
          <EmptyState title={catalogue.value === undefined ? "Reading…" : "No tools are known yet"}>
            {catalogue.value !== undefined && (
              <>
                <p>Tools of MCP servers appear immediately; client tools appear after a request uses them.</p>
                <SendTraffic />
              </>
            )}
          </EmptyState>
        ) : shown.length === 0 ? (
          <EmptyState title="No tool fits this filter">
            <p>
              <button
                type="button"
                class="button"
                onClick={() => {
                  setWords("");
                  setFilter("all");
                }}
              >
                Show all tools
              </button>
            </p>
          </EmptyState>
        ) : (
          <ToolTable lines={lines} order={order} selected={row?.tool.name} onOrder={setOrder} onSelect={choose} />
        )}
      </section>
      <div class="catalogue-side">
        <ToolDetails row={row} histories={histories.value ?? []} />
        <MissPanel misses={misses} />
      </div>
    </div>
  );
}

function isNotLinted({ tool, isFromRequests }: ToolRow): boolean {
  return !isFromRequests && tool.findings === undefined;
}

function LintNote({ count }: { readonly count: number }): JSX.Element {
  return count > 3_000 ? (
    <p class="quiet">
      There are too many tools to check their descriptions here; <code>toolcrib inspect</code> does it.
    </p>
  ) : (
    <p class="quiet">Checking the descriptions…</p>
  );
}
