import { formatCount } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { ColumnChart } from "../parts/column-chart.tsx";
import { placeHash } from "../studio/routes.ts";
import type { Turn } from "./conversation-turns.ts";

/** More columns than this are too narrow to see. */
const maxColumns = 60;

/** How the prompts of a conversation grow: what came from the cache, what did not, and what was saved. */
export function TurnChart({ turns }: { readonly turns: readonly Turn[] }): JSX.Element {
  const shown = turns.slice(-maxColumns);
  const every = Math.ceil(shown.length / 12);
  return (
    <div class="turn-chart">
      <div class="panel-head">
        <h2>Prompt tokens by turn</h2>
        <ul class="legend" aria-label="Colours of the chart">
          <li>
            <span class="swatch part-cache" aria-hidden="true" /> from the cache
          </li>
          <li>
            <span class="swatch part-sent" aria-hidden="true" /> not cached
          </li>
          <li>
            <span class="swatch part-saved" aria-hidden="true" /> saved
          </li>
        </ul>
      </div>
      <ColumnChart
        label="Prompt tokens of each turn: from the cache, not cached, saved"
        columns={shown.map(({ number, trace }, index) => {
          const { sent, saved } = trace.savings;
          const uncached = sent.promptTokens - sent.tokens.cacheRead;
          return {
            key: trace.id,
            label: (shown.length - 1 - index) % every === 0 ? String(number) : "",
            title: `Turn ${number}: ${formatCount(sent.tokens.cacheRead)} tokens from the cache, ${formatCount(uncached)} not cached, ${formatCount(saved.promptTokens)} saved`,
            href: placeHash({ page: "flow", chosen: trace.id }),
            parts: [
              { name: "cache", value: sent.tokens.cacheRead },
              { name: "sent", value: uncached },
              { name: "saved", value: Math.max(0, saved.promptTokens) },
            ],
          };
        })}
      />
    </div>
  );
}
