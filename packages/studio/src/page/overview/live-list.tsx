import type { TraceRecord } from "@toolcrib/gateway";
import type { JSX } from "preact";
import { beginningOf } from "../parts/conversation-name.ts";
import { formatMilliseconds, formatTime } from "../parts/format.ts";
import { RequestMarks } from "../parts/request-marks.tsx";
import { toolName } from "../parts/tool-name.ts";
import { placeHash } from "../studio/routes.ts";
import type { Studio } from "../studio/studio.ts";

const maxRows = 7;

/** The first tool that a request led to a call of. */
function calledTool({ clientCalls, toolCalls }: TraceRecord): string | undefined {
  const [called] = clientCalls ?? [];
  return called === undefined ? toolCalls[0]?.tool : toolName(called).name;
}

/** The latest requests, as they come. */
export function LiveList({ studio }: { readonly studio: Studio }): JSX.Element {
  const traces = studio.store.all.value.slice(0, maxRows);
  const running = studio.store.running.value;
  return (
    <section class="panel live" aria-labelledby="live-title">
      <div class="panel-head">
        <h2 id="live-title">Latest requests</h2>
        <a class="quiet" href={placeHash({ page: "flow", chosen: undefined })}>
          Watch
        </a>
      </div>
      <ol class="live-rows">
        {traces.map((trace) => {
          const isBad = trace.status >= 400 || trace.error !== undefined;
          return (
            <li key={trace.id} class={studio.store.hasArrived(trace.id) ? "live-row new" : "live-row"}>
              <a class="live-link" href={placeHash({ page: "flow", chosen: trace.id })}>
                <span class="cut row-title">{beginningOf(trace) ?? trace.model}</span>
                <span class="one-line quiet">
                  <span class="numbers">{formatTime(trace.startedAt)}</span>
                  {running.has(trace.id) ? (
                    <>
                      <span class="at-work" aria-hidden="true" />
                      <span class="cut">{trace.flow.at(-1)?.title}</span>
                    </>
                  ) : (
                    <>
                      <span class="numbers">{formatMilliseconds(trace.milliseconds.total)}</span>
                      {isBad ? (
                        <span class="problem">error {trace.status}</span>
                      ) : (
                        <span class="cut mono">{calledTool(trace)}</span>
                      )}
                      <span class="push">
                        <RequestMarks trace={trace} />
                      </span>
                    </>
                  )}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
