import type { TraceRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { conversationId } from "../admin/conversation-id.ts";
import { useSameList } from "../parts/use-same-list.ts";
import { type Sample, samples } from "../samples/samples.ts";
import type { Studio } from "../studio/studio.ts";
import { FlowView } from "./flow-view.tsx";
import { NothingToTell } from "./nothing-to-tell.tsx";
import { RequestList } from "./request-list.tsx";
import { SampleButtons } from "./sample-buttons.tsx";
import { around, conversationOf } from "./story.ts";
import { useScrolling } from "./use-scrolling.ts";

/** Requests on the left, the flow of the selected one on the right. */
export function FlowPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const traces = studio.store.all.value;
  const { chosen } = studio.place.value;
  const [isWhole, setIsWhole] = useState(true);
  const [speed, setSpeed] = useState(1);
  const sample = samples.find(({ name }) => chosen === `sample:${name}`);
  const sampleTraces = useSample(sample);
  const isFollowing = chosen === undefined;
  const { isScrolling, noteScroll } = useScrolling();
  const followed = useFollowed(studio, isFollowing, isScrolling);
  const trace = isFollowing ? followed : traces.find(({ id }) => id === chosen);
  const choose = ({ id }: TraceRecord) => studio.goTo({ page: "flow", chosen: id }, "replace");
  const move = (by: 1 | -1) => {
    const { value: current } = studio.store.all;
    const position = current.findIndex(({ id }) => id === trace?.id);
    const next = current[Math.min(current.length - 1, Math.max(0, position + by))];
    if (next !== undefined) choose(next);
  };

  const { conversations, running } = studio.store;
  const conversation = useSameList(
    trace === undefined ? [] : conversationOf(trace, [...running.value.values(), ...conversations.membersOf(trace)]),
  );
  const told = useSameList(sample === undefined ? toldOf(trace, conversation, isWhole) : sampleTraces);
  const isRunning = told?.some(({ id }) => running.value.has(id)) === true;
  const leftOut = sample === undefined && isWhole && told !== undefined ? conversation.length - told.length : 0;
  // Drawn again only for what concerns it: most of what arrives is about other requests.
  const view = useMemo(
    () =>
      told === undefined || told[0] === undefined ? undefined : (
        <FlowView
          key={sample?.name ?? (isWhole && trace !== undefined ? conversationId(trace) : trace?.id)}
          traces={told}
          focus={trace?.id}
          sample={sample}
          isRunning={isRunning}
          isFollowing={isFollowing}
          isWhole={isWhole}
          leftOut={leftOut}
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
      ),
    [told, trace, sample, isRunning, isFollowing, isWhole, leftOut, speed],
  );
  return (
    <div class="flow-page filled">
      <aside class="side panel" aria-label="Requests">
        <SampleButtons studio={studio} chosen={sample?.name} />
        <RequestList
          studio={studio}
          selected={trace}
          isFollowing={isFollowing}
          onChoose={choose}
          onScroll={noteScroll}
        />
      </aside>
      {view ?? <NothingToTell isChosen={!isFollowing} isLoaded={studio.store.isLoaded.value} />}
    </div>
  );
}

/**
 * The newest request; but a running one is followed to its end, and nothing changes while somebody scrolls through the list. Finished ones
 * are drawn at once, so this keeps up.
 */
function useFollowed(studio: Studio, isFollowing: boolean, isScrolling: boolean): TraceRecord | undefined {
  const before = useRef<TraceRecord | undefined>(undefined);
  const { all, running } = studio.store;
  const current = before.current === undefined ? undefined : running.value.get(before.current.id);
  const followed = current ?? (isScrolling ? before.current : undefined) ?? all.value[0];
  before.current = isFollowing ? followed : undefined;
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
