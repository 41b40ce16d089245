import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { formatTime } from "../parts/format.ts";
import { placeHash } from "../studio/routes.ts";
import { isRoutine, type RepairFinding, repairWords } from "./findings.ts";

/** What was repaired before requests were sent. What loaders rewrite as a matter of routine is listed apart. */
export function RepairList({ findings }: { readonly findings: readonly RepairFinding[] }): JSX.Element {
  const routine = findings.filter(isRoutine);
  const repairs = findings.filter((finding) => !isRoutine(finding));
  return (
    <>
      {repairs.length === 0 ? <p class="quiet">No repairs were needed.</p> : <FindingList findings={repairs} />}
      {routine.length > 0 && (
        <details class="routine">
          <summary class="quiet">
            Routine translations by the loader (
            {formatCountOf(
              routine.reduce((sum, { count }) => sum + count, 0),
              "block",
            )}
            )
          </summary>
          <FindingList findings={routine} />
        </details>
      )}
    </>
  );
}

function FindingList({ findings }: { readonly findings: readonly RepairFinding[] }): JSX.Element {
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
