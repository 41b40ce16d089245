import { gateReasons } from "@toolcrib/core/engine";
import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { formatTime } from "../parts/format.ts";
import { placeHash } from "../studio/routes.ts";
import type { GateFinding } from "./findings.ts";
import { gateRemedies } from "./gate-remedies.ts";

/** The gate's reasons in plain words, with remedies. */
export function GateList({ findings }: { readonly findings: readonly GateFinding[] }): JSX.Element {
  if (findings.length === 0) return <p class="quiet">The gate did not run: these requests had no tools to defer.</p>;
  return (
    <ul class="findings-list">
      {findings.map(({ reason, isOn, count, trace }) => (
        <li key={reason} data-reason={reason}>
          <span class="server-line">
            <Badge tone={isOn ? "good" : "warning"}>{isOn ? "on" : "off"}</Badge>
            {reason !== "on" && <span class="mono">{reason}</span>}
            <span class="quiet numbers">{formatCountOf(count, "request")}</span>
            <a href={placeHash({ page: "flow", chosen: trace.id })}>
              last at <span class="numbers">{formatTime(trace.startedAt)}</span>
            </a>
          </span>
          <p>{gateReasons[reason]}</p>
          {reason !== "on" && (
            <p class="quiet">
              <RemedyText text={gateRemedies[reason]} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Remedies contain code marks, as in the docs. */
function RemedyText({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part + String(index)}>{part}</code> : part))}
    </>
  );
}
