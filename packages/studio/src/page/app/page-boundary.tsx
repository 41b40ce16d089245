import { Component, type ComponentChildren, type JSX } from "preact";
import { EmptyState } from "../parts/empty-state.tsx";
import type { Place } from "../studio/routes.ts";

interface BoundaryProps {
  readonly place: Place;
  readonly children: ComponentChildren;
}

interface BoundaryState {
  readonly problem?: string | undefined;
}

/** Keeps the rest of the studio if a page cannot be shown. Another place is tried again. */
export class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  static override getDerivedStateFromError(error: unknown): BoundaryState {
    return { problem: error instanceof Error ? error.message : String(error) };
  }

  override componentDidUpdate({ place }: BoundaryProps): void {
    if (place !== this.props.place && this.state.problem !== undefined) this.setState({ problem: undefined });
  }

  override render(): ComponentChildren {
    const { problem } = this.state;
    return problem === undefined ? this.props.children : <Problem text={problem} onRetry={() => this.#retry()} />;
  }

  #retry(): void {
    this.setState({ problem: undefined });
  }
}

function Problem({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }): JSX.Element {
  return (
    <div role="alert">
      <EmptyState title="This page cannot be shown.">
        <p>{text}</p>
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      </EmptyState>
    </div>
  );
}
