import type { JSX } from "preact";
import type { Miss } from "../catalogue/miss-list.ts";
import { placeHash } from "../studio/routes.ts";

const maxRows = 5;

/** The most frequent searches that found nothing. */
export function MissTile({ misses }: { readonly misses: readonly Miss[] }): JSX.Element {
  return (
    <section class="panel" aria-labelledby="missed-title">
      <div class="panel-head">
        <h2 id="missed-title">Searches that found nothing</h2>
        <a class="quiet" href={placeHash({ page: "catalogue", chosen: undefined })}>
          All
        </a>
      </div>
      {misses.length === 0 ? (
        <p class="quiet">None so far.</p>
      ) : (
        <ul class="miss-rows">
          {misses.slice(0, maxRows).map(({ query, count, trace }) => (
            <li key={query ?? ""} class="one-line">
              <a
                class="cut"
                href={
                  query === undefined
                    ? placeHash({ page: "flow", chosen: trace })
                    : placeHash({ page: "search", chosen: query })
                }
              >
                {query ?? "Words that are not kept"}
              </a>
              {count > 1 && <span class="quiet numbers">×{count}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
