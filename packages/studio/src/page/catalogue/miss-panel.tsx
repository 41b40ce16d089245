import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { formatTime } from "../parts/format.ts";
import { placeHash } from "../studio/routes.ts";
import type { Miss } from "./miss-list.ts";

const maxShown = 200;

/** The searches that found nothing. */
export function MissPanel({ misses }: { readonly misses: readonly Miss[] }): JSX.Element {
  return (
    <section class="panel misses" aria-labelledby="misses-title">
      <h2 id="misses-title">Searches that found nothing</h2>
      {misses.length === 0 ? (
        <p class="quiet">None so far.</p>
      ) : (
        <ul aria-labelledby="misses-title">
          {misses.slice(0, maxShown).map(({ query, count, lastAt, trace, searched, why }) => (
            <li key={query ?? ""} data-miss={query ?? ""}>
              <a href={placeHash({ page: "flow", chosen: trace })}>
                {query === undefined ? "Words that are not kept" : `“${query}”`}
              </a>
              {count > 1 && <span class="numbers"> ×{count}</span>}
              <span class="quiet numbers"> {formatTime(lastAt)}: </span>
              <span class="quiet numbers">{shortWhy(query, searched, why)} </span>
              {query !== undefined && (
                <a href={placeHash({ page: "search", chosen: query })}>
                  try it<span class="hidden-text"> in the search playground: {query}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The reason without what is already shown next to it. */
function shortWhy(query: string | undefined, searched: number, why: string): string {
  const said = `No tool found for "${query ?? "…"}"; `;
  return why.startsWith(said) ? why.slice(said.length) : `${formatCountOf(searched, "tool")} searched. ${why}`;
}
