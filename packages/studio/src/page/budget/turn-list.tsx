import { formatCount } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { formatShort } from "../parts/format.ts";
import { placeHash } from "../studio/routes.ts";
import { budgetParts, causeWords, partTitles, type Turn } from "./conversation-turns.ts";

/** The turns in a column, on the same scale. */
export function TurnList({ turns }: { readonly turns: readonly Turn[] }): JSX.Element {
  const scale = Math.max(1, ...turns.map(({ sent, everything }) => Math.max(sent, everything ?? 0)));
  return (
    <ol class="turns">
      {turns.map((turn) => (
        <TurnRow key={turn.trace.id} turn={turn} scale={scale} />
      ))}
    </ol>
  );
}

function TurnRow({ turn, scale }: { readonly turn: Turn; readonly scale: number }): JSX.Element {
  const { budget, everything, sent } = turn;
  return (
    <li class="turn" data-turn={turn.number}>
      <a class="turn-number numbers" href={placeHash({ page: "flow", chosen: turn.trace.id })}>
        <span class="hidden-text">Flow of turn </span>
        {turn.number}
      </a>
      <div class="turn-bar" role="img" aria-label={describe(turn)}>
        {budget === undefined ? (
          <span class="bar-part unknown" style={{ width: share(sent, scale) }} />
        ) : (
          [...budgetParts, "withheldTools" as const].map((part) => (
            <span key={part} class={`bar-part ${part}`} style={{ width: share(budget[part], scale) }} />
          ))
        )}
      </div>
      <span class="turn-tokens numbers">
        {formatShort(sent)}
        {everything !== undefined && <span class="quiet"> of {formatShort(everything)}</span>}
      </span>
      <span class="turn-cache quiet numbers">
        cache: {formatShort(turn.cacheRead)} read, {formatShort(turn.cacheWritten)} written
      </span>
      {turn.breaks.length > 0 && (
        <ul class="turn-breaks">
          {turn.breaks.map(({ level, cause, detail }) => (
            <li key={`${level} ${cause}`}>
              <Badge tone="bad">prefix broke at {level}</Badge> {causeWords[cause]}
              {detail !== causeWords[cause] && <span class="quiet">: {detail}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function share(tokens: number, scale: number): string {
  return `${(tokens / scale) * 100}%`;
}

function describe({ number, budget, sent, everything }: Turn): string {
  if (budget === undefined) return `Turn ${number}: ${formatCount(sent)} tokens`;
  const parts = budgetParts.map((part) => `${partTitles[part]} ${formatCount(budget[part])}`).join(", ");
  return `Turn ${number}: ${formatCount(sent)} of ${formatCount(everything ?? sent)} tokens (${budget.source}): ${parts}`;
}
