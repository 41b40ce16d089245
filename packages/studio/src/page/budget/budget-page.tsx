import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { often, useAnswer } from "../admin/use-answer.ts";
import { useKeys } from "../keyboard/use-keys.ts";
import { EmptyState, SendTraffic } from "../parts/empty-state.tsx";
import { formatClock, formatShort } from "../parts/format.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import type { Studio } from "../studio/studio.ts";
import { BudgetFigures } from "./budget-figures.tsx";
import { type ConversationRow, conversationsOf, tellingConversation, totalsOf, turnsOf } from "./conversation-turns.ts";
import { TurnChart } from "./turn-chart.tsx";
import { TurnList } from "./turn-list.tsx";

/** The cost of each turn of a conversation, compared with loading everything. */
export function BudgetPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const isReady = studio.store.connection.value.state !== "key-needed";
  const traces = studio.store.traces.value;
  const { chosen } = studio.place.value;
  const report = useAnswer(studio.client.readSavings, isReady, often, traces);
  const conversations = useMemo(() => conversationsOf(traces), [traces]);
  const before = useRef<string | undefined>(undefined);
  const find = (wanted: string | undefined) => conversations.find(({ id }) => id === wanted);
  // The selection stays, even if another conversation continues.
  const conversation = find(chosen) ?? find(before.current) ?? tellingConversation(conversations);
  before.current = conversation?.id;
  const turns = useMemo(() => turnsOf(conversation?.traces ?? []), [conversation]);
  // The gateway's own sum includes requests whose records it has already dropped.
  const summed = report.value?.conversations.find((one) => `${one.conversation} ${one.model}` === conversation?.id);
  const totals = totalsOf(summed === undefined ? turns.map(({ trace }) => trace.savings) : [summed.savings]);
  const choose = ({ id }: ConversationRow) => studio.goTo({ page: "budget", chosen: id }, "replace");
  useKeys((action) => {
    if (action.type !== "move") return false;
    const position = conversations.findIndex(({ id }) => id === conversation?.id);
    const next = conversations[Math.min(conversations.length - 1, Math.max(0, position + action.by))];
    if (next !== undefined) choose(next);
    return true;
  });
  if (conversation === undefined) {
    return (
      <section class="panel">
        {studio.store.isLoaded.value ? (
          <EmptyState title="No conversation yet">
            <p>For each turn of a conversation you see here what its prompt was made of, and what the cache kept.</p>
            <SendTraffic />
          </EmptyState>
        ) : (
          <EmptyState title="Reading…" />
        )}
      </section>
    );
  }
  return (
    <div class="split-page filled">
      <aside class="side panel" aria-label="Conversations">
        <div class="side-head">
          <h2>Conversations</h2>
          <span class="quiet numbers">{conversations.length}</span>
        </div>
        <VirtualList
          id="conversations"
          label="Conversations, the one used last first"
          items={conversations}
          rowHeight={52}
          keyOf={({ id }) => id}
          selected={conversation.id}
          onSelect={choose}
        >
          {(row) => (
            <div class="two-lines" title={row.name}>
              <span class="one-line">
                <span class="cut row-title">{row.name}</span>
                {row.saved > 0 && <span class="figure kind-saved numbers row-time">−{formatShort(row.saved)}</span>}
              </span>
              <span class="one-line quiet">
                <span class="numbers">{formatClock(row.lastAt)}</span>
                <span class="numbers">{formatCountOf(row.traces.length, "turn")}</span>
                <span class="cut">{row.model}</span>
              </span>
            </div>
          )}
        </VirtualList>
      </aside>
      <section class="panel budget" aria-label="Turns">
        <div>
          <h2 class="details-title">{conversation.name}</h2>
          <p class="quiet">{conversation.model}</p>
        </div>
        <BudgetFigures
          totals={totals}
          turns={summed?.requests ?? turns.length}
          breaks={turns.filter(({ breaks }) => breaks.length > 0).length}
        />
        {turns.length > 1 && <TurnChart turns={turns} />}
        <TurnList turns={turns} />
      </section>
    </div>
  );
}
