import type { JSX } from "preact";
import { placeHash } from "../app/routes.ts";
import { formatTime } from "../parts/format.ts";
import type { Miss } from "./miss-list.ts";

const mostShown = 200;

/** The searches that found nothing. */
export function MissPanel({ misses }: { readonly misses: readonly Miss[] }): JSX.Element {
  return (
    <div class="misses">
      <h2 id="misses-title">Searches that found nothing</h2>
      {misses.length === 0 ? (
        <p class="quiet">None so far. Each would stand here with its reason.</p>
      ) : (
        <ul aria-labelledby="misses-title">
          {misses.slice(0, mostShown).map(({ query, count, lastAt, trace, searched, why }) => (
            <li key={query} data-miss={query}>
              <a href={placeHash({ page: "flow", chosen: trace })}>“{query}”</a>
              {count > 1 && <span class="numbers"> ×{count}</span>}
              <span class="quiet numbers">
                {" "}
                {formatTime(lastAt)}, {searched} searched: {why}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
