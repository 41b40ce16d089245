import type { ComponentChildren, JSX } from "preact";

export interface GridCellProps {
  readonly class: string;
  /** How many columns it covers. Default: one. */
  readonly span?: number;
  readonly children?: ComponentChildren;
}

/** A cell of a list with columns. */
export function GridCell({ class: className, span, children }: GridCellProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the row is what can be selected
    // biome-ignore lint/a11y/useSemanticElements: the rows are positioned, which table rows cannot be
    <div role="gridcell" class={className} aria-colspan={span}>
      {children}
    </div>
  );
}
