import type { JSX } from "preact";
import { Choice, DateField, TextField } from "../parts/form-fields.tsx";
import { type AuditFilter, kinds, outcomes, periods } from "./audit-filter.ts";
import type { AuditLine } from "./audit-lines.ts";

export interface FilterBarProps {
  readonly filter: AuditFilter;
  /** What was read so far: its names are suggested. */
  readonly lines: readonly AuditLine[];
  readonly onFilter: (filter: AuditFilter) => void;
}

/** Selects lines by who, what, how it ended, and when. */
export function FilterBar({ filter, lines, onFilter }: FilterBarProps): JSX.Element {
  const set = (field: keyof AuditFilter) => (value: string) => onFilter({ ...filter, [field]: value });
  const text = (field: "user" | "key" | "tool", label: string): JSX.Element => (
    <TextField label={label} value={filter[field]} onInput={set(field)} suggestions={namesIn(lines, field)} />
  );
  return (
    <search class="fields" aria-label="Filter the log">
      {text("user", "User")}
      {text("key", "Key")}
      {text("tool", "Tool")}
      <Choice label="Outcome" value={filter.outcome} choices={outcomes} onChoose={set("outcome")} />
      <Choice label="Time" value={filter.period} choices={periods} onChoose={set("period")} />
      {filter.period === "dates" && (
        <>
          <DateField label="From" value={filter.from} onInput={set("from")} />
          <DateField label="Until" value={filter.until} onInput={set("until")} />
        </>
      )}
      <Choice label="What" value={filter.kind} choices={kinds} onChoose={set("kind")} />
    </search>
  );
}

const maxSuggestions = 50;

function namesIn(lines: readonly AuditLine[], field: "user" | "key" | "tool"): readonly string[] {
  const names = lines.flatMap(({ record }) => (record as Partial<Record<typeof field, string>>)[field] ?? []);
  return [...new Set(names)].toSorted().slice(0, maxSuggestions);
}
