import type { TraceRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { conversationId } from "../admin/conversation-id.ts";
import { type Sample, samples } from "../samples/samples.ts";
import type { Studio } from "../studio/studio.ts";
import { FlowView } from "./flow-view.tsx";
import { NothingToTell } from "./nothing-to-tell.tsx";
import { RequestList } from "./request-list.tsx";
import { SampleButtons } from "./sample-buttons.tsx";
import { around, conversationOf } from "./story.ts";

/** Requests on the left, the flow of the selected one on the right. */
export function FlowPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const traces = studio.store.all.value;
  const { chosen } = studio.place.value;
  const [isWhole, setIsWhole] = useState(true);
  const [speed, setSpeed] = useState(1);
  const sample = samples.find(({ name }) => chosen === `sample:${name}`);
  const sampleTraces = useSample(sample);
  const isFollowing = chosen === undefined;
  const followed = useFollowed(studio, isFollowing);
  const trace = isFollowing ? followed : traces.find(({ id }) => id === chosen);
  const choose = ({ id }: TraceRecord) => studio.goTo({ page: "flow", chosen: id }, "replace");
  const move = (by: 1 | -1) => {
    const position = traces.findIndex(({ id }) => id === trace?.id);
    const next = traces[Math.min(traces.length - 1, Math.max(0, position + by))];
    if (next !== undefined) choose(next);
  };

  const conversation = useMemo(() => (trace === undefined ? [] : conversationOf(trace, traces)), [trace, traces]);
  const told = sample === undefined ? toldOf(trace, conversation, isWhole) : sampleTraces;
  return (
    <div class="flow-page filled">
      <aside class="side panel" aria-label="Requests">
        <SampleButtons studio={studio} chosen={sample?.name} />
        <RequestList studio={studio} selected={trace} isFollowing={isFollowing} onChoose={choose} />
      </aside>
      {told === undefined || told[0] === undefined ? (
        <NothingToTell isChosen={!isFollowing} isLoaded={studio.store.isLoaded.value} />
      ) : (
        <FlowView
          key={sample?.name ?? (isWhole && trace !== undefined ? conversationId(trace) : trace?.id)}
          traces={told}
          focus={trace?.id}
          sample={sample}
          isRunning={told.some(({ id }) => studio.store.running.value.has(id))}
          isFollowing={isFollowing}
          isWhole={isWhole}
          leftOut={sample === undefined && isWhole ? conversation.length - told.length : 0}
          startsPlaying={sample !== undefined}
          speed={speed}
          onSpeed={setSpeed}
          onWhole={setIsWhole}
          onHold={(held) => {
            const target = held ?? trace;
            if (sample === undefined && target !== undefined) choose(target);
          }}
          onMove={move}
        />
      )}
    </div>
  );
}

/** The newest request; but a running one is followed to its end. Finished ones are drawn at once, so this keeps up. */
function useFollowed(studio: Studio, isFollowing: boolean): TraceRecord | undefined {
  const before = useRef<string | undefined>(undefined);
  const { all, running } = studio.store;
  const current = before.current === undefined ? undefined : running.value.get(before.current);
  const followed = current ?? all.value[0];
  before.current = isFollowing ? followed?.id : undefined;
  return followed;
}

function toldOf(
  trace: TraceRecord | undefined,
  conversation: readonly TraceRecord[],
  isWhole: boolean,
): readonly TraceRecord[] | undefined {
  if (trace === undefined) return undefined;
  return isWhole ? around(trace, conversation) : [trace];
}

/** The records of a sample, once loaded. */
function useSample(sample: Sample | undefined): readonly TraceRecord[] | undefined {
  const [read, setRead] = useState<{ readonly name: string; readonly traces: readonly TraceRecord[] }>();
  useEffect(() => {
    if (sample === undefined) return;
    void sample.read().then((traces) => setRead({ name: sample.name, traces }));
  }, [sample]);
  return read !== undefined && read.name === sample?.name ? read.traces : undefined;
}
