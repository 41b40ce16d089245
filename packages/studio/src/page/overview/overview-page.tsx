import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { often, useAnswer } from "../admin/use-answer.ts";
import { missList } from "../catalogue/miss-list.ts";
import { EmptyState, SendTraffic } from "../parts/empty-state.tsx";
import { placeHash } from "../studio/routes.ts";
import type { Studio } from "../studio/studio.ts";
import { ConversationTable } from "./conversation-table.tsx";
import { CacheTile, CostTile, SearchTile, UpstreamTile } from "./figure-tiles.tsx";
import { LiveList } from "./live-list.tsx";
import { MissTile } from "./miss-tile.tsx";
import { SavedToday } from "./saved-today.tsx";

/** What deferral saves, at a glance: for a screen that stays on. */
export function OverviewPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const isReady = studio.store.connection.value.state !== "key-needed";
  const traces = studio.store.traces.value;
  const savings = useAnswer(studio.client.readSavings, isReady, often, traces);
  const misses = useMemo(() => missList(traces), [traces]);
  const report = savings.value;
  if (report === undefined || report.total.requests === 0) {
    return (
      <>
        {savings.problem !== undefined && <p class="problem">{savings.problem}</p>}
        <section class="panel" aria-label="Overview">
          <EmptyState title={report === undefined ? "Reading…" : "Nothing is saved yet"}>
            {report !== undefined && (
              <>
                <p>
                  After the first request you see here what deferred tools save, in tokens and money, as it happens.
                </p>
                <SendTraffic />
                <p>
                  Or see how it works first:{" "}
                  <a href={placeHash({ page: "flow", chosen: "sample:injected" })}>play a sample</a>.
                </p>
              </>
            )}
          </EmptyState>
        </section>
        {studio.store.all.value.length > 0 && <LiveList studio={studio} />}
      </>
    );
  }
  return (
    <div class="overview">
      {savings.problem !== undefined && <p class="problem">{savings.problem}</p>}
      <SavedToday report={report} />
      <CostTile report={report} />
      <CacheTile today={report.today} />
      <SearchTile today={report.today} />
      <UpstreamTile upstreams={report.upstreams} />
      <ConversationTable conversations={report.conversations} traces={traces} />
      <div class="overview-side">
        <LiveList studio={studio} />
        <MissTile misses={misses} />
      </div>
    </div>
  );
}
