import type { TraceRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Studio } from "../app/studio.ts";
import { EmptyState, SendTraffic } from "../parts/empty-state.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { type Sample, samples } from "../samples/samples.ts";
import { FlowView } from "./flow-view.tsx";
import { SampleButtons } from "./sample-buttons.tsx";
import { around, conversationOf } from "./story.ts";
import { TraceRow } from "./trace-row.tsx";

const rowHeight = 56;

/** Requests on the left, the story of one of them on the right. */
export function FlowPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const traces = studio.store.traces.value;
  const { chosen } = studio.place.value;
  const [isFollowing, setIsFollowing] = useState(true);
  const [isWhole, setIsWhole] = useState(true);
  const sample = samples.find(({ name }) => chosen === `sample:${name}`);
  const sampleTraces = useSample(sample);
  const newest = traces[0];
  const isLive = sample === undefined && (chosen === undefined || isFollowing);
  const trace = isLive ? newest : traces.find(({ id }) => id === chosen);
  const choose = (next: TraceRecord) => {
    setIsFollowing(false);
    studio.goTo({ page: "flow", chosen: next.id }, "replace");
  };

  const conversation = useMemo(() => (trace === undefined ? [] : conversationOf(trace, traces)), [trace, traces]);
  const told = sample !== undefined ? sampleTraces : toldOf(trace, conversation, isWhole);
  const left = sample === undefined && isWhole ? conversation.length - (told?.length ?? 0) : 0;
  return (
    <div class="flow-page">
      <aside class="side panel" aria-label="Requests">
        <SampleButtons studio={studio} chosen={sample?.name} onChoose={() => setIsFollowing(false)} />
        <div class="side-head">
          <h2>Requests</h2>
          <label class="check">
            <input
              type="checkbox"
              checked={isLive}
              onChange={(event) => {
                setIsFollowing(event.currentTarget.checked);
                const next = event.currentTarget.checked ? undefined : newest?.id;
                studio.goTo({ page: "flow", chosen: next }, "replace");
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
            selected={sample === undefined ? trace?.id : undefined}
            onSelect={choose}
          >
            {(item) => <TraceRow trace={item} />}
          </VirtualList>
        )}
      </aside>
      {told === undefined || told[0] === undefined ? (
        <section class="panel stage">
          <EmptyState
            title={chosen === undefined ? "Nothing to show yet" : "This request is not in the gateway's memory"}
          >
            <p>Play a sample, or send a request through this gateway: it appears here as it happens.</p>
          </EmptyState>
        </section>
      ) : (
        <FlowView
          key={sample?.name ?? trace?.id}
          traces={told}
          focus={sample === undefined ? trace?.id : undefined}
          sample={sample}
          isWhole={isWhole}
          leftOut={left}
          onWhole={setIsWhole}
          startsPlaying={isLive || sample !== undefined}
          onMove={(by) => {
            const position = traces.findIndex(({ id }) => id === trace?.id);
            const next = traces[Math.min(traces.length - 1, Math.max(0, position + by))];
            if (next !== undefined) choose(next);
          }}
        />
      )}
    </div>
  );
}

function toldOf(
  trace: TraceRecord | undefined,
  conversation: readonly TraceRecord[],
  isWhole: boolean,
): readonly TraceRecord[] | undefined {
  if (trace === undefined) return undefined;
  return isWhole ? around(trace, conversation) : [trace];
}

/** The records of a sample, once they are read. */
function useSample(sample: Sample | undefined): readonly TraceRecord[] | undefined {
  const [read, setRead] = useState<{ readonly name: string; readonly traces: readonly TraceRecord[] }>();
  useEffect(() => {
    if (sample === undefined) return;
    void sample.read().then((traces) => setRead({ name: sample.name, traces }));
  }, [sample]);
  return read !== undefined && read.name === sample?.name ? read.traces : undefined;
}
