import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { featureBars, rankLost } from "./rank-change.ts";
import type { RankerResult } from "./use-searches.ts";

const scores = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Why one ranker ranks a tool where it does. */
export function Explanation({ name, result }: { readonly name: string; readonly result: RankerResult }): JSX.Element {
  const { ranker, answer, before } = result;
  const hits = answer?.hits ?? [];
  const position = hits.findIndex((hit) => hit.name === name);
  const hit = hits[position];
  const lost = rankLost(name, answer?.hits, before?.hits);
  const isNamed = answer?.candidates?.some((candidate) => candidate.name === name) === true;
  return (
    <div class="explanation" data-why={ranker}>
      <h3>
        Why in {ranker}
        {hit !== undefined && (
          <span class="quiet numbers">
            {" "}
            number {position + 1}, score {scores.format(hit.score)}
          </span>
        )}
      </h3>
      {lost !== undefined && (
        <p data-lost={name}>
          <Badge tone="bad">lost</Badge> It was number {lost} and is no longer{" "}
          {(answer?.matched ?? 0) > hits.length ? `among the first ${hits.length}` : "found"}.
        </p>
      )}
      {hit === undefined && lost === undefined && (
        <p class="quiet">
          {isNamed
            ? "The ranker is not sure: it names the tool, and the model can load it by its name."
            : "This ranker does not return it for this query."}
        </p>
      )}
      <ul class="bars">
        {(hit === undefined ? [] : featureBars(hit, hits)).map(({ label, terms, share, contribution, isAgainst }) => (
          <li key={`${label} ${terms ?? ""} ${contribution}`} class="bar-line">
            <span class="bar-name">
              {label}
              {terms !== undefined && <span class="bar-terms"> {terms}</span>}
            </span>
            <span class="numbers quiet">{scores.format(contribution)}</span>
            <span class="bar-track" aria-hidden="true">
              <span class={isAgainst ? "bar against" : "bar"} style={{ width: `${share * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
