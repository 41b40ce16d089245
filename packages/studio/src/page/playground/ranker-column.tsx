import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { formatMilliseconds } from "../parts/format.ts";
import {
  type Candidate,
  changeWords,
  type FeatureBar,
  featureBars,
  type RankedHit,
  rankHits,
  rankLost,
} from "./rank-change.ts";
import type { RankerResult } from "./use-searches.ts";

export interface RankerColumnProps {
  readonly result: RankerResult;
  readonly edited: string | undefined;
  readonly onEdit: (name: string) => void;
}

const scores = new Intl.NumberFormat("en-US", { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** One ranker's hits, with explanations. */
export function RankerColumn({ result, edited, onEdit }: RankerColumnProps): JSX.Element {
  const { ranker, answer, before, problem } = result;
  const hits = rankHits(answer?.hits ?? [], before?.hits);
  const lost = rankLost(edited, answer?.hits, before?.hits);
  const bars = featureBars(answer?.hits ?? []);
  return (
    <section class="panel ranker" aria-label={`Ranker ${ranker}`} data-ranker={ranker}>
      <h2>
        {ranker}
        {answer !== undefined && <span class="quiet numbers"> {formatMilliseconds(answer.milliseconds)}</span>}
      </h2>
      {answer !== undefined && (
        <p class="quiet numbers">
          {answer.matched === undefined ? `${hits.length} hits` : `${answer.matched} matched`} of {answer.searched}{" "}
          searched
        </p>
      )}
      {answer?.semantic === "building" && (
        <p class="quiet">The embedder is still computing vectors; until then this is what requests get, too.</p>
      )}
      {problem !== undefined && <p class="problem">{problem}</p>}
      {answer !== undefined && hits.length === 0 && <p>{answer.miss ?? "Nothing matched."}</p>}
      {lost !== undefined && (
        <p data-lost={edited}>
          <Badge tone="bad">lost</Badge> <span class="mono">{edited}</span> was number {lost} and is no longer{" "}
          {(answer?.matched ?? 0) > hits.length ? `among the first ${hits.length}` : "found"}.
        </p>
      )}
      <ol class="hits">
        {hits.map((ranked, index) => (
          <HitRow
            key={ranked.hit.name}
            ranked={ranked}
            bars={bars[index] ?? []}
            isEdited={ranked.hit.name === edited}
            onEdit={onEdit}
          />
        ))}
      </ol>
      <CandidateList candidates={answer?.candidates ?? []} onEdit={onEdit} />
    </section>
  );
}

interface CandidateListProps {
  readonly candidates: readonly Candidate[];
  readonly onEdit: (name: string) => void;
}

/** The tools that the ranker names without loading them. */
function CandidateList({ candidates, onEdit }: CandidateListProps): JSX.Element | null {
  if (candidates.length === 0) return null;
  return (
    <>
      <h3 class="quiet">May be meant, not loaded</h3>
      <ul class="candidates">
        {candidates.map(({ name, description, sameAs }) => (
          <li key={name} data-candidate={name}>
            <button type="button" class="hit-name mono" onClick={() => onEdit(name)}>
              <span class="hidden-text">Try another description of </span>
              {name}
            </button>{" "}
            <span class="quiet">{description}</span>
            <SameTools names={sameAs} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The label of a tool that other servers have too. */
function SameTools({ names = [] }: { readonly names: readonly string[] | undefined }): JSX.Element | null {
  return names.length === 0 ? null : (
    <p class="quiet" data-same>
      <Badge tone="neutral">same</Badge> also as <span class="mono">{names.join(", ")}</span>
    </p>
  );
}

interface HitRowProps {
  readonly ranked: RankedHit;
  readonly bars: readonly FeatureBar[];
  readonly isEdited: boolean;
  readonly onEdit: (name: string) => void;
}

function HitRow({ ranked, bars, isEdited, onEdit }: HitRowProps): JSX.Element {
  const change = changeWords(ranked);
  const { name, score, sameAs } = ranked.hit;
  return (
    <li class={isEdited ? "hit edited" : "hit"} data-hit={name}>
      <span class="hit-head">
        <span class="numbers quiet">{ranked.rank}.</span>
        <button type="button" class="hit-name mono" onClick={() => onEdit(name)}>
          <span class="hidden-text">Try another description of </span>
          {name}
        </button>
      </span>
      <span class="hit-head">
        {change !== undefined && <Badge tone={change.startsWith("down") ? "warning" : "good"}>{change}</Badge>}
        <span class="quiet hit-score">
          score <span class="numbers">{scores.format(score)}</span>
        </span>
      </span>
      <SameTools names={sameAs} />
      <ul class="bars">
        {bars.map(({ label, share, contribution, isAgainst }) => (
          <li key={`${label} ${contribution}`} class="bar-line">
            <span class="bar-name" title={label}>
              {label}
            </span>
            <span class="bar-track" aria-hidden="true">
              <span class={isAgainst ? "bar against" : "bar"} style={{ width: `${share * 100}%` }} />
            </span>
            <span class="numbers quiet">{scores.format(contribution)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
