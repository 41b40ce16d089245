import type { ConversationSavings, TraceRecord } from "@toolcrib/gateway";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { conversationId } from "../admin/conversation-id.ts";
import { conversationName } from "../parts/conversation-name.ts";
import { formatClock, formatMoney, formatShare, formatShort } from "../parts/format.ts";
import { savedKind } from "../parts/kind.ts";
import { Table, type TableProps } from "../parts/table.tsx";
import { placeHash } from "../studio/routes.ts";

const maxRows = 12;

/** What each of the latest conversations saved. */
export function ConversationTable({
  conversations,
  traces,
}: {
  readonly conversations: readonly ConversationSavings[];
  readonly traces: readonly TraceRecord[];
}): JSX.Element {
  const names = useMemo(() => new Map(traces.map((trace) => [conversationId(trace), trace])), [traces]);
  const shown = conversations.slice(0, maxRows);
  const hasCost = shown.some(({ savings }) => savings.saved.cost !== undefined);
  return (
    <section class="panel conversations" aria-labelledby="conversations-title">
      <div class="panel-head">
        <h2 id="conversations-title">Conversations</h2>
        <span class="quiet numbers">
          {conversations.length > shown.length
            ? `the latest ${shown.length} of ${formatCount(conversations.length)}`
            : formatCountOf(conversations.length, "conversation")}
        </span>
      </div>
      <Table columns={columns(hasCost)}>
        {shown.map((row) => {
          const id = `${row.conversation} ${row.model}`;
          const trace = names.get(id);
          return <Row key={id} row={row} id={id} name={trace && conversationName(trace)} hasCost={hasCost} />;
        })}
      </Table>
    </section>
  );
}

function columns(hasCost: boolean): TableProps["columns"] {
  return [
    { title: "Conversation" },
    { title: "Requests", isNumber: true, isWideOnly: true },
    { title: "Cached", isNumber: true, isWideOnly: true },
    { title: "Saved", isNumber: true },
    hasCost && { title: "Money", isNumber: true },
  ];
}

interface RowProps {
  readonly row: ConversationSavings;
  readonly id: string;
  readonly name: string | undefined;
  readonly hasCost: boolean;
}

function Row({ row, id, name, hasCost }: RowProps): JSX.Element {
  const { saved, withoutDeferral } = row.savings;
  const mark = saved.source === "estimated" ? "≈ " : "";
  return (
    <tr data-conversation={id}>
      <td>
        <a class="conversation-link" href={placeHash({ page: "budget", chosen: id })} title={name}>
          {name ?? `conversation ${row.conversation.slice(-4)}`}
        </a>
        <span class="quiet conversation-note numbers">
          {formatClock(row.lastAt)}, {row.model}
          {row.key !== undefined && `, ${row.key}`}
        </span>
      </td>
      <td class="number wide-only">{formatCount(row.requests)}</td>
      <td class="number wide-only kind-cache">
        <span class="figure">{formatShare(row.cache.readShare, 1)}</span>
      </td>
      <td
        class={`number kind-${savedKind(saved.promptTokens)}`}
        title={`${saved.source}, ${formatCount(saved.promptTokens)} tokens`}
      >
        <span class="figure">
          {mark}
          {formatShort(saved.promptTokens)}
        </span>
        <span class="quiet conversation-note">{formatShare(saved.promptTokens, withoutDeferral.promptTokens)}</span>
      </td>
      {hasCost && <td class="number">{saved.cost === undefined ? "–" : mark + formatMoney(saved.cost)}</td>}
    </tr>
  );
}
