import { formatCount } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { formatMoney, formatShare, formatShort, formatTime } from "../parts/format.ts";
import { savedKind } from "../parts/kind.ts";
import { Table, type TableProps } from "../parts/table.tsx";
import { placeHash } from "../studio/routes.ts";
import { budgetParts, causeWords, partTitles, type Turn } from "./conversation-turns.ts";

/** The turns as rows: what the context consisted of, on one scale, and what it cost. */
export function TurnList({ turns }: { readonly turns: readonly Turn[] }): JSX.Element {
  const scale = Math.max(1, ...turns.map(({ trace, budget }) => contextOf(trace.savings.sent.promptTokens, budget)));
  const hasCost = turns.some(({ trace }) => trace.savings.sent.cost !== undefined);
  return (
    <>
      <ul class="legend" aria-label="Colours">
        {budgetParts.map((part) => (
          <li key={part}>
            <span class={`swatch ${part}`} aria-hidden="true" /> {partTitles[part]}
          </li>
        ))}
        <li>
          <span class="swatch part-saved" aria-hidden="true" /> kept out
        </li>
        {turns.some(({ budget }) => budget === undefined) && (
          <li>
            <span class="swatch unknown" aria-hidden="true" /> sent as it came, not broken down
          </li>
        )}
      </ul>
      <Table columns={columns(hasCost)} class="turns">
        {turns.map((turn) => (
          <TurnRow key={turn.trace.id} turn={turn} scale={scale} hasCost={hasCost} />
        ))}
      </Table>
    </>
  );
}

function columns(hasCost: boolean): TableProps["columns"] {
  return [
    { title: "Turn" },
    { title: "Context of its first call", class: "context-cell" },
    { title: "Sent", isNumber: true },
    { title: "Saved", isNumber: true },
    { title: "Cached", isNumber: true, isWideOnly: true },
    hasCost && { title: "Cost", isNumber: true, isWideOnly: true },
  ];
}

interface TurnRowProps {
  readonly turn: Turn;
  readonly scale: number;
  readonly hasCost: boolean;
}

function TurnRow({ turn, scale, hasCost }: TurnRowProps): JSX.Element {
  const { trace, budget, breaks } = turn;
  const { sent, saved } = trace.savings;
  return (
    <tr class="turn" data-turn={turn.number}>
      <td>
        <a class="turn-number numbers" href={placeHash({ page: "flow", chosen: trace.id })}>
          <span class="hidden-text">Flow of turn </span>
          {turn.number}
        </a>
        <span class="quiet conversation-note numbers">{formatTime(trace.startedAt)}</span>
      </td>
      <td class="context-cell">
        <div class="turn-bar" role="img" aria-label={describe(turn)}>
          {budget === undefined ? (
            <span class="bar-part unknown" style={{ width: share(sent.promptTokens, scale) }} />
          ) : (
            <>
              {budgetParts.map((part) => (
                <span key={part} class={`bar-part ${part}`} style={{ width: share(budget[part], scale) }} />
              ))}
              <span class="bar-part part-saved" style={{ width: share(budget.withheldTools, scale) }} />
            </>
          )}
        </div>
        {breaks.length > 0 && (
          <ul class="turn-breaks">
            {breaks.map(({ level, cause, detail }) => (
              <li key={`${level} ${cause}`}>
                <Badge tone="bad">prefix broke at {level}</Badge> {causeWords[cause]}
                {detail !== causeWords[cause] && <span class="quiet">: {detail}</span>}
              </li>
            ))}
          </ul>
        )}
      </td>
      <td class="number">
        {sent.source === "estimated" && "≈ "}
        {formatShort(sent.promptTokens)}
      </td>
      <td class={`number kind-${savedKind(saved.promptTokens)}`}>
        <span class="figure">
          {saved.source === "estimated" && "≈ "}
          {formatShort(saved.promptTokens)}
        </span>
      </td>
      <td class="number wide-only kind-cache">
        <span class="figure">{formatShare(sent.tokens.cacheRead, sent.promptTokens)}</span>
      </td>
      {hasCost && <td class="number wide-only">{sent.cost === undefined ? "–" : formatMoney(sent.cost)}</td>}
    </tr>
  );
}

function contextOf(sent: number, budget: Turn["budget"]): number {
  if (budget === undefined) return sent;
  return budgetParts.reduce((sum, part) => sum + budget[part], budget.withheldTools);
}

function share(tokens: number, scale: number): string {
  return `${(tokens / scale) * 100}%`;
}

function describe({ number, budget, trace }: Turn): string {
  if (budget === undefined) return `Turn ${number}: ${formatCount(trace.savings.sent.promptTokens)} tokens`;
  const parts = budgetParts.map((part) => `${partTitles[part]} ${formatCount(budget[part])}`);
  return `Turn ${number}: ${parts.join(", ")}, kept out ${formatCount(budget.withheldTools)} tokens (${budget.source})`;
}
