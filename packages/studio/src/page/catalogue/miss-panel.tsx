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
              <span class="miss-line">
                <a class="cut" title={query} href={placeHash({ page: "flow", chosen: trace })}>
                  {query === undefined ? "Words that are not kept" : `“${query}”`}
                </a>
                {count > 1 && <span class="quiet numbers">×{count}</span>}
                {query !== undefined && (
                  <a class="push" href={placeHash({ page: "search", chosen: query })}>
                    try it<span class="hidden-text"> in the search playground: {query}</span>
                  </a>
                )}
              </span>
              <span class="quiet miss-why numbers">
                {formatTime(lastAt)}, {shortWhy(query, searched, why)}
              </span>
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
