import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { often, seldom, useAnswer } from "../admin/use-answer.ts";
import { useKeys } from "../keyboard/use-keys.ts";
import { Badge } from "../parts/badge.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { formatShort } from "../parts/format.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import type { Studio } from "../studio/studio.ts";
import { missList } from "./miss-list.ts";
import { MissPanel } from "./miss-panel.tsx";
import { ServerList } from "./server-list.tsx";
import { ToolDetails } from "./tool-details.tsx";
import { filterRows, type ToolFilter, type ToolRow, toolFilters, toolRows } from "./tool-rows.ts";

/** Servers and misses, the tools, and the details of one tool. */
export function CataloguePage({ studio }: { readonly studio: Studio }): JSX.Element {
  const isReady = studio.store.connection.value.state !== "key-needed";
  const catalogue = useAnswer(studio.client.readCatalogue, isReady, seldom);
  const health = useAnswer(studio.client.readHealth, isReady, often);
  const histories = useAnswer(studio.client.readHistories, isReady, seldom);
  const traces = studio.store.traces.value;
  const [words, setWords] = useState("");
  const [filter, setFilter] = useState<ToolFilter>("all");
  const rows = useMemo(() => toolRows(catalogue.value?.tools ?? [], traces), [catalogue.value, traces]);
  const misses = useMemo(() => missList(traces), [traces]);
  const shown = useMemo(() => filterRows(rows, filter, words), [rows, filter, words]);
  const { chosen } = studio.place.value;
  const row = shown.find(({ tool }) => tool.name === chosen) ?? shown[0];
  const choose = ({ tool }: ToolRow) => studio.goTo({ page: "catalogue", chosen: tool.name }, "replace");
  useKeys((action) => {
    if (action.type !== "move") return false;
    const position = shown.findIndex(({ tool }) => tool.name === row?.tool.name);
    const next = shown[Math.min(shown.length - 1, Math.max(0, position + action.by))];
    if (next !== undefined) choose(next);
    return true;
  });
  return (
    <div class="catalogue-page">
      <aside class="panel side" aria-label="Servers and misses">
        <h2>Servers</h2>
        {health.problem !== undefined && <p class="problem">{health.problem}</p>}
        <ServerList servers={health.value?.servers ?? []} />
        <MissPanel misses={misses} />
      </aside>
      <section class="panel tools" aria-label="Tools">
        <div class="tools-bar">
          <label class="grow">
            <span class="hidden-text">Filter tools</span>
            <input
              type="search"
              placeholder="Filter by name or description"
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          </label>
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
        </div>
        <p class="quiet numbers">
          {shown.length === rows.length
            ? formatCountOf(rows.length, "tool")
            : `${shown.length} of ${formatCountOf(rows.length, "tool")}`}
        </p>
        {rows.some(isNotLinted) && <p class="quiet">{lintNote(rows.length)}</p>}
        {catalogue.problem !== undefined && <p class="problem">{catalogue.problem}</p>}
        {rows.length === 0 ? (
          <EmptyState title={catalogue.value === undefined ? "Reading…" : "No tools are known yet"}>
            <p>Tools of MCP servers appear immediately; client tools appear after a request uses them.</p>
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
          <VirtualList
            id="tools"
            label="Tools"
            items={shown}
            rowHeight={54}
            keyOf={({ tool }) => tool.name}
            selected={row?.tool.name}
            onSelect={choose}
          >
            {(item) => <ToolLine row={item} />}
          </VirtualList>
        )}
      </section>
      <ToolDetails row={row} histories={histories.value ?? []} />
    </div>
  );
}

function isNotLinted({ tool, isFromRequests }: ToolRow): boolean {
  return !isFromRequests && tool.findings === undefined;
}

function lintNote(count: number): string {
  return count > 3_000
    ? "The lint is left out for so many tools; `toolcrib inspect` has it."
    : "The lint is still at work.";
}

function ToolLine({ row }: { readonly row: ToolRow }): JSX.Element {
  const { tool } = row;
  const findings = tool.findings?.length ?? 0;
  return (
    <div class="trace-row">
      <span class="trace-line">
        <span class="trace-model mono">{tool.name}</span>
        {findings > 0 && <Badge tone="warning">{formatCountOf(findings, "finding")}</Badge>}
        {tool.placement !== undefined && (
          <Badge tone={tool.placement === "deferred" ? "info" : "neutral"}>{tool.placement}</Badge>
        )}
      </span>
      <span class="trace-line quiet numbers">
        {tool.tokens !== undefined && <span>{formatShort(tool.tokens)} tokens</span>}
        <span>returned {row.returned}</span>
        <span>found {row.found}</span>
        <span>called {row.called}</span>
      </span>
    </div>
  );
}
