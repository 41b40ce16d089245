import type { TraceRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { EmptyState, SendTraffic } from "../parts/empty-state.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import type { Studio } from "../studio/studio.ts";
import { TraceRow } from "./trace-row.tsx";

const rowHeight = 56;

export interface RequestListProps {
  readonly studio: Studio;
  readonly selected: TraceRecord | undefined;
  readonly isFollowing: boolean;
  readonly onChoose: (trace: TraceRecord) => void;
}

/** The requests, newest first, including running ones. */
export function RequestList({ studio, selected, isFollowing, onChoose }: RequestListProps): JSX.Element {
  const traces = studio.store.all.value;
  const running = studio.store.running.value;
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
          <SendTraffic />
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
        >
          {(item) => <TraceRow trace={item} isRunning={running.has(item.id)} />}
        </VirtualList>
      )}
    </>
  );
}
