import type { WriterHealth } from "@toolcrib/gateway";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { Badge, type Tone } from "../parts/badge.tsx";

const tones: Readonly<Record<WriterHealth["state"], Tone>> = { ok: "good", failing: "bad", stalled: "warning" };

/** The logs and files that the gateway writes in the background, and lost records. */
export function WriterList({ writers }: { readonly writers: readonly WriterHealth[] }): JSX.Element {
  if (writers.length === 0) return <p class="quiet">The gateway writes no logs.</p>;
  return (
    <ul class="servers">
      {writers.map((writer) => (
        <li key={`${writer.name} ${writer.target}`} data-writer={writer.name}>
          <span class="server-line">
            <span>{writer.name}</span>
            <Badge tone={tones[writer.state]}>{writer.state}</Badge>
            <span class="mono">{writer.target}</span>
          </span>
          <span class="quiet numbers">{describeWriter(writer)}</span>
        </li>
      ))}
    </ul>
  );
}

function describeWriter({ reason, writtenLines, droppedLines, queuedBytes, failedWrites }: WriterHealth): string {
  return [
    reason,
    writtenLines !== undefined && `${formatCountOf(writtenLines, "line")} written`,
    droppedLines !== undefined && droppedLines > 0 && `${formatCountOf(droppedLines, "line")} lost`,
    failedWrites > 0 && formatCountOf(failedWrites, "failed write"),
    queuedBytes !== undefined && queuedBytes > 0 && `${formatCount(queuedBytes)} bytes waiting`,
  ]
    .filter((part) => typeof part === "string")
    .join(", ");
}
