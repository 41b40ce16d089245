import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { often, useAnswer } from "../admin/use-answer.ts";
import { ServerList } from "../catalogue/server-list.tsx";
import { EmptyState, SendTraffic } from "../parts/empty-state.tsx";
import type { Studio } from "../studio/studio.ts";
import { gateFindings, notices, repairFindings } from "./findings.ts";
import { GateList } from "./gate-list.tsx";
import { NoticeList } from "./notice-list.tsx";
import { RepairList } from "./repair-list.tsx";
import { UpstreamTable } from "./upstream-table.tsx";
import { problemsOf } from "./verdict.ts";
import { VerdictPanel } from "./verdict-panel.tsx";
import { WriterList } from "./writer-list.tsx";

/** How many of the latest requests are analysed. */
const lookedAt = 200;

/** Why tool search was on or off, what upstreams support, what was repaired, and whether logs are written. */
export function DoctorPage({ studio }: { readonly studio: Studio }): JSX.Element {
  const isReady = studio.store.connection.value.state !== "key-needed";
  const health = useAnswer(studio.client.readHealth, isReady, often);
  const all = studio.store.traces.value;
  const traces = useMemo(() => all.slice(0, lookedAt), [all]);
  return (
    <div class="doctor-page">
      <VerdictPanel problems={problemsOf(traces, health.value)} requests={traces.length} />
      <div class="doctor">
        <section class="panel" aria-labelledby="gate-title">
          <h2 id="gate-title">Was tool search on?</h2>
          {traces.length === 0 ? (
            <EmptyState title={studio.store.isLoaded.value ? "No request yet" : "Reading…"}>
              {studio.store.isLoaded.value && (
                <>
                  <p>After the first request, the reason appears here.</p>
                  <SendTraffic />
                </>
              )}
            </EmptyState>
          ) : (
            <>
              <p class="quiet numbers">The last {formatCountOf(traces.length, "request")}.</p>
              <GateList findings={gateFindings(traces)} />
            </>
          )}
        </section>
        <section class="panel" aria-labelledby="upstreams-title">
          <h2 id="upstreams-title">Upstreams</h2>
          {health.problem !== undefined && <p class="problem">{health.problem}</p>}
          <UpstreamTable upstreams={health.value?.upstreams ?? []} traces={traces} />
        </section>
        <section class="panel" aria-labelledby="notices-title">
          <h2 id="notices-title">Errors and warnings</h2>
          <NoticeList notices={notices(traces)} />
        </section>
        <section class="panel" aria-labelledby="repairs-title">
          <h2 id="repairs-title">Repairs</h2>
          <RepairList findings={repairFindings(traces)} />
        </section>
        <section class="panel" aria-labelledby="servers-title">
          <h2 id="servers-title">MCP servers</h2>
          <ServerList servers={health.value?.servers ?? []} />
        </section>
        <section class="panel" aria-labelledby="writers-title">
          <h2 id="writers-title">Logs</h2>
          <WriterList writers={health.value?.writers ?? []} />
        </section>
        <section class="panel" aria-labelledby="capture-title">
          <h2 id="capture-title">Content capture</h2>
          <p>
            {health.value?.capturesContent === true
              ? "On: records hold message text and payloads."
              : "Off: records hold no message text. Set "}
            {health.value?.capturesContent !== true && (
              <>
                <code>{`"trace": { "captureContent": true }`}</code> in <code>toolcrib.json</code> to see payloads on
                the Flow page.
              </>
            )}
          </p>
        </section>
      </div>
    </div>
  );
}
