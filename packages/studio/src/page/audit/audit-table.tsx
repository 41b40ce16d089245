import type { AuditRecord } from "@toolcrib/gateway";
import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { formatMilliseconds, formatTime } from "../parts/format.ts";
import { GridCell } from "../parts/grid-cell.tsx";
import { useNarrow } from "../parts/use-narrow.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { actorOf } from "./actor.ts";
import type { AuditLine, AuditRow } from "./audit-lines.ts";
import { describeChange } from "./describe-change.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";

const columns = ["Time", "Who", "What", "Outcome", "Took"] as const;
const rowHeights = { wide: 38, narrow: 56 } as const;

export interface AuditTableProps {
  readonly rows: readonly AuditRow[];
  readonly selected: number | undefined;
  readonly onSelect: (line: AuditLine) => void;
}

/** The lines of the log, the newest first, under their days. */
export function AuditTable({ rows, selected, onSelect }: AuditTableProps): JSX.Element {
  const isNarrow = useNarrow();
  return (
    <VirtualList
      id="audit"
      label="Audit log, the newest first"
      items={rows}
      rowHeight={rowHeights[isNarrow ? "narrow" : "wide"]}
      keyOf={(row) => (row.type === "day" ? row.day : String(row.line.record.sequence))}
      selected={selected === undefined ? undefined : String(selected)}
      isPassive={(row) => row.type === "day"}
      onSelect={(row) => {
        if (row.type === "line") onSelect(row.line);
      }}
      head={
        // biome-ignore lint/a11y/useFocusableInteractive: nothing in it can be used
        // biome-ignore lint/a11y/useSemanticElements: the rows below are positioned, which table rows cannot be
        <div class="audit-line list-heads" role="row" aria-rowindex={1}>
          {columns.map((title) => (
            // biome-ignore lint/a11y/useFocusableInteractive: see the row
            // biome-ignore lint/a11y/useSemanticElements: see the row
            <div key={title} role="columnheader" class={`audit-${title.toLowerCase()}`}>
              {title}
            </div>
          ))}
        </div>
      }
    >
      {(row) => (row.type === "day" ? <Day day={row.day} /> : <Cells record={row.line.record} />)}
    </VirtualList>
  );
}

function Day({ day }: { readonly day: string }): JSX.Element {
  return (
    <GridCell class="group-head" span={columns.length}>
      <strong>{day}</strong>
    </GridCell>
  );
}

function Cells({ record }: { readonly record: AuditRecord }): JSX.Element {
  const { name, note } = actorOf(record);
  return (
    <div class="audit-line" role="presentation">
      <GridCell class="audit-time numbers">{formatTime(record.at)}</GridCell>
      <GridCell class="audit-who">
        <span class="cut" title={[name, note].filter(Boolean).join(", ")}>
          {name}
          {note !== undefined && <span class="quiet"> {note}</span>}
        </span>
      </GridCell>
      <GridCell class="audit-what">
        <What record={record} />
      </GridCell>
      <GridCell class="audit-outcome">
        <OutcomeBadge record={record} />
      </GridCell>
      <GridCell class="audit-took numbers quiet">
        {record.kind === "call" && record.milliseconds !== undefined ? formatMilliseconds(record.milliseconds) : "–"}
      </GridCell>
    </div>
  );
}

function What({ record }: { readonly record: AuditRecord }): JSX.Element {
  switch (record.kind) {
    case "call":
      return (
        <>
          {record.server !== undefined && <span class="chip">{record.server}</span>}
          <span class="cut mono" title={record.tool}>
            {record.tool}
          </span>
          {record.by === "client" && <Badge>client</Badge>}
        </>
      );
    case "change":
      return (
        <>
          {record.organisation !== undefined && <span class="chip">{record.organisation}</span>}
          <span class="cut">{describeChange(record)}</span>
        </>
      );
    case "lost":
      return <span class="cut problem">{formatCountOf(record.count, "call")} could not be written</span>;
    case "checkpoint":
      return <span class="cut quiet">{record.signer === undefined ? "checkpoint" : "signed checkpoint"}</span>;
  }
}
