import type { JSX } from "preact";
import { EmptyState } from "../parts/empty-state.tsx";
import { samples } from "../samples/samples.ts";
import { placeHash } from "../studio/routes.ts";

export interface NothingToTellProps {
  /** Whether a request was selected by its id. */
  readonly isChosen: boolean;
  readonly isLoaded: boolean;
}

/** The placeholder for a missing story, with samples to start with. */
export function NothingToTell({ isChosen, isLoaded }: NothingToTellProps): JSX.Element {
  if (!isLoaded) {
    return (
      <section class="panel stage wide" aria-label="Flow">
        <EmptyState title="Reading…" />
      </section>
    );
  }
  return (
    <section class="panel stage wide" aria-label="Flow">
      <EmptyState title={isChosen ? "This request is not in the gateway's memory" : "Nothing to show yet"}>
        <p>
          {isChosen
            ? "The gateway keeps the newest records, and none over a restart. Choose another request, or play a sample."
            : "Send a request through this gateway: it appears here as it happens. Until then, see how it goes:"}
        </p>
      </EmptyState>
      <ul class="sample-cards">
        {samples.map(({ name, title, explanation }) => (
          <li key={name}>
            <a class="sample-card" href={placeHash({ page: "flow", chosen: `sample:${name}` })}>
              <strong>{title}</strong>
              <span>{explanation}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
