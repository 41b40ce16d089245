import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useKeys } from "../keyboard/use-keys.ts";
import { EmptyState, SendTraffic } from "../parts/empty-state.tsx";
import { formatTime } from "../parts/format.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import type { Studio } from "../studio/studio.ts";
import { BudgetFigures } from "./budget-figures.tsx";
import { type ConversationRow, conversationsOf, turnsOf } from "./conversation-turns.ts";
import { TurnList } from "./turn-list.tsx";

/** The cost of each turn of a conversation, compared with loading everything. */
export function BudgetPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const traces = studio.store.traces.value;
  const { chosen } = studio.place.value;
  const conversations = useMemo(() => conversationsOf(traces), [traces]);
  const before = useRef<string | undefined>(undefined);
  const find = (wanted: string | undefined) => conversations.find(({ id }) => id === wanted);
  // The selection stays, even if another conversation continues.
  const conversation = find(chosen) ?? find(before.current) ?? conversations[0];
  before.current = conversation?.id;
  const turns = useMemo(() => turnsOf(conversation?.traces ?? []), [conversation]);
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
        <EmptyState title={studio.store.isLoaded.value ? "No conversation yet" : "Reading…"}>
          <p>For each turn of a conversation you see here what its prompt was made of, and what the cache kept.</p>
          <SendTraffic />
        </EmptyState>
      </section>
    );
  }
  return (
    <div class="split-page">
      <aside class="side panel" aria-label="Conversations">
        <h2>Conversations</h2>
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
            <div class="trace-row">
              <span class="trace-line">
                <span class="numbers quiet">{formatTime(row.lastAt)}</span>
                <span class="trace-model">{row.model}</span>
              </span>
              <span class="trace-line quiet numbers" title={row.beginning}>
                {formatCountOf(row.traces.length, "turn")}
                {row.beginning !== undefined && <span class="trace-model">“{row.beginning}”</span>}
              </span>
            </div>
          )}
        </VirtualList>
      </aside>
      <section class="panel budget" aria-label="Turns">
        <BudgetFigures turns={turns} />
        <TurnList turns={turns} />
      </section>
    </div>
  );
}
