import type { TraceRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { EmptyState, SendTraffic } from "../parts/empty-state.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import type { Studio } from "../studio/studio.ts";
import { turnOf } from "./story.ts";
import { TraceRow } from "./trace-row.tsx";

const rowHeight = 52;

export interface RequestListProps {
  readonly studio: Studio;
  readonly selected: TraceRecord | undefined;
  readonly isFollowing: boolean;
  readonly onChoose: (trace: TraceRecord) => void;
  readonly onScroll: () => void;
}

/** The requests, newest first, including running ones. */
export function RequestList(props: RequestListProps): JSX.Element {
  const { studio, selected, isFollowing, onChoose, onScroll } = props;
  const { all, running: runningSignal, conversations } = studio.store;
  const traces = all.value;
  const running = runningSignal.value;
  const runningTraces = [...running.values()];
  const rowOf = useRows();
  return (
    <>
      <div class="side-head">
        <h2>Requests</h2>
        <label class="check" title="Show each request as it comes">
          <input
            type="checkbox"
            checked={isFollowing}
            onChange={(event) => {
              const chosen = event.currentTarget.checked ? undefined : (selected ?? traces[0])?.id;
              studio.goTo({ page: "flow", chosen }, "replace");
            }}
          />
          follow
        </label>
      </div>
      {traces.length === 0 ? (
        <EmptyState title={studio.store.isLoaded.value ? "No request yet" : "Reading…"}>
          {studio.store.isLoaded.value && <SendTraffic />}
        </EmptyState>
      ) : (
        <VirtualList
          id="traces"
          label="Requests, the newest first"
          items={traces}
          rowHeight={rowHeight}
          keyOf={(item) => item.id}
          selected={selected?.id}
          onSelect={onChoose}
          isFollowing={isFollowing}
          onScroll={onScroll}
        >
          {(item) => rowOf(item, turnOf(item, conversations.membersOf(item), runningTraces), running.has(item.id))}
        </VirtualList>
      )}
    </>
  );
}

/** Keeps the rows that were drawn: scrolling then only draws those that come into view. */
function useRows(): (trace: TraceRecord, turn: number | undefined, isRunning: boolean) => JSX.Element {
  const drawn = useRef(new WeakMap<TraceRecord, { turn: number | undefined; isRunning: boolean; row: JSX.Element }>());
  return (trace, turn, isRunning) => {
    const before = drawn.current.get(trace);
    if (before !== undefined && before.turn === turn && before.isRunning === isRunning) return before.row;
    const row = <TraceRow trace={trace} turn={turn} isRunning={isRunning} />;
    drawn.current.set(trace, { turn, isRunning, row });
    return row;
  };
}
