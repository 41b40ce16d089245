import type { ComponentChildren, JSX } from "preact";

/** A column of a table. */
interface Column {
  readonly title: string;
  /** Numbers are set to the right. */
  readonly isNumber?: true;
  /** Left out where the screen is narrow. */
  readonly isWideOnly?: true;
  /** More classes of its heading. */
  readonly class?: string;
}

export interface TableProps {
  /** Columns that are not shown are `false`. */
  readonly columns: readonly (Column | false)[];
  readonly class?: string;
  /** Its name for those who do not see it. */
  readonly label?: string;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table with named columns. */
export function Table({ columns, class: className, label, children }: TableProps): JSX.Element {
  return (
    <table class={className} aria-label={label}>
      <thead>
        <tr>
          {columns.map(
            (column) =>
              column !== false && (
                <th key={column.title} scope="col" class={cellClass(column)}>
                  {column.title}
                </th>
              ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function cellClass({ isNumber, isWideOnly, class: more }: Column): string | undefined {
  return [isNumber && "number", isWideOnly && "wide-only", more].filter(Boolean).join(" ") || undefined;
}
