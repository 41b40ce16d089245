import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { formatTime } from "../parts/format.ts";
import { placeHash } from "../studio/routes.ts";
import { type RepairFinding, repairWords } from "./findings.ts";

/** What was repaired before requests were sent. */
export function RepairList({ findings }: { readonly findings: readonly RepairFinding[] }): JSX.Element {
  if (findings.length === 0) return <p class="quiet">No repairs.</p>;
  return (
    <ul class="findings-list">
      {findings.map(({ repair, count, example, trace }) => (
        <li key={repair} data-repair={repair}>
          <p>{repairWords[repair]}</p>
          <p class="quiet numbers">
            <span class="mono">{repair}</span>, {formatCountOf(count, "time")}; lately{" "}
            <span class="mono">{example.subject}</span> in message {example.message}{" "}
            <a href={placeHash({ page: "flow", chosen: trace.id })}>at {formatTime(trace.startedAt)}</a>
          </p>
        </li>
      ))}
    </ul>
  );
}
