import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { formatShort } from "../parts/format.ts";
import { GridCell } from "../parts/grid-cell.tsx";
import { toolName } from "../parts/tool-name.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import type { ToolColumn, ToolLine, ToolOrder, ToolRow } from "./tool-rows.ts";

const columns: readonly { readonly column: ToolColumn; readonly title: string; readonly meaning: string }[] = [
  { column: "name", title: "Tool", meaning: "by name" },
  { column: "tokens", title: "Tokens", meaning: "what its definition costs in a prompt" },
  { column: "returned", title: "Returned", meaning: "searches that returned it" },
  { column: "found", title: "Found", meaning: "conversations that found it" },
  { column: "called", title: "Called", meaning: "calls of it" },
  { column: "findings", title: "Advice", meaning: "what the lint suggests" },
];

export interface ToolTableProps {
  readonly lines: readonly ToolLine[];
  readonly order: ToolOrder | undefined;
  readonly selected: string | undefined;
  readonly onOrder: (order: ToolOrder | undefined) => void;
  readonly onSelect: (row: ToolRow) => void;
}

/** The tools, grouped by server; any column sorts the groups. */
export function ToolTable({ lines, order, selected, onOrder, onSelect }: ToolTableProps): JSX.Element {
  return (
    <VirtualList
      id="tools"
      label="Tools"
      items={lines}
      rowHeight={36}
      keyOf={(line) => (line.type === "group" ? `group ${line.server}` : line.row.tool.name)}
      selected={selected}
      isPassive={(line) => line.type === "group"}
      onSelect={(line) => {
        if (line.type === "tool") onSelect(line.row);
      }}
      head={
        // biome-ignore lint/a11y/useFocusableInteractive: its cells have the buttons
        // biome-ignore lint/a11y/useSemanticElements: the rows below are positioned, which table rows cannot be
        <div class="tool-line list-heads" role="row" aria-rowindex={1}>
          {columns.map(({ column, title, meaning }) => (
            <ColumnHead key={column} column={column} title={title} meaning={meaning} order={order} onOrder={onOrder} />
          ))}
        </div>
      }
    >
      {(line) => (line.type === "group" ? <GroupHead line={line} /> : <ToolCells row={line.row} />)}
    </VirtualList>
  );
}

interface ColumnHeadProps {
  readonly column: ToolColumn;
  readonly title: string;
  readonly meaning: string;
  readonly order: ToolOrder | undefined;
  readonly onOrder: (order: ToolOrder | undefined) => void;
}

/** Sorts by its column, then the other way round, then by use again. */
function ColumnHead({ column, title, meaning, order, onOrder }: ColumnHeadProps): JSX.Element {
  const isSorted = order?.column === column;
  const startsDescending = column !== "name";
  const next = !isSorted
    ? { column, isDescending: startsDescending }
    : order.isDescending === startsDescending
      ? { column, isDescending: !startsDescending }
      : undefined;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: it has a button
    // biome-ignore lint/a11y/useSemanticElements: see the row
    <div
      role="columnheader"
      class={`cell-${column}`}
      aria-sort={isSorted ? (order.isDescending ? "descending" : "ascending") : "none"}
    >
      <button type="button" class="column-button" title={`Sort: ${meaning}`} onClick={() => onOrder(next)}>
        {title}
        <span aria-hidden="true">{isSorted ? (order.isDescending ? " ↓" : " ↑") : ""}</span>
      </button>
    </div>
  );
}

function GroupHead({ line }: { readonly line: ToolLine & { readonly type: "group" } }): JSX.Element {
  return (
    <GridCell class="group-head" span={columns.length}>
      <strong>{line.server}</strong>
      <span class="quiet numbers">{formatCountOf(line.tools, "tool")}</span>
      {line.tokens > 0 && <span class="quiet numbers">{formatShort(line.tokens)} tokens</span>}
    </GridCell>
  );
}

function ToolCells({ row }: { readonly row: ToolRow }): JSX.Element {
  const { tool } = row;
  const findings = tool.findings?.length ?? 0;
  const { server, name } = toolName(tool.name, tool.server);
  // A server's tool has another name if a request names the server as a toolset.
  const isOfToolset = tool.name === `${server}_${name}`;
  const isDeferred = tool.placement === undefined || tool.placement === "deferred";
  return (
    <div class="tool-line" role="presentation">
      <GridCell class="cell-name">
        <span class="cut mono" title={tool.name}>
          {name}
        </span>
        {isOfToolset && <span class="chip">toolset</span>}
        {!isDeferred && <Badge>{tool.placement}</Badge>}
      </GridCell>
      <GridCell class="cell-tokens">{tool.tokens === undefined ? "–" : formatShort(tool.tokens)}</GridCell>
      <FigureCell name="returned" kind="search" count={row.returned} />
      <FigureCell name="found" kind="search" count={row.found} />
      <FigureCell name="called" kind="call" count={row.called} />
      <GridCell class="cell-findings">{findings > 0 && <Badge tone="warning">{findings}</Badge>}</GridCell>
    </div>
  );
}

/** A count in the colour of its kind; nothing to look at if it is zero. */
function FigureCell({
  name,
  kind,
  count,
}: {
  readonly name: ToolColumn;
  readonly kind: "search" | "call";
  readonly count: number;
}): JSX.Element {
  return (
    <GridCell class={`cell-${name}`}>
      <span class={count === 0 ? "quiet" : `figure kind-${kind}`}>{count === 0 ? "–" : formatCount(count)}</span>
    </GridCell>
  );
}
