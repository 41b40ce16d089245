import { formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { seldom, useAnswer } from "../admin/use-answer.ts";
import { Badge } from "../parts/badge.tsx";
import type { Studio } from "../studio/studio.ts";

export interface VisiblePanelProps {
  readonly studio: Studio;
  readonly organisation: string;
  /** The name of the key. */
  readonly lookedAt: string;
  /** Changes when grants do. */
  readonly version: string;
}

/** The tools of the gateway's servers that a key sees. */
export function VisiblePanel({ studio, organisation, lookedAt, version }: VisiblePanelProps): JSX.Element {
  const read = () => studio.client.readVisible(organisation, lookedAt);
  const { value, problem } = useAnswer(read, true, seldom, version);
  return (
    <section class="panel" aria-labelledby="visible-title">
      <h2 id="visible-title">What {lookedAt} sees</h2>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {value !== undefined && <p class="quiet numbers">{formatCountOf(value.tools.length, "tool")}</p>}
      <ul class="visible-tools" aria-label={`Tools that ${lookedAt} sees`}>
        {(value?.tools ?? []).map((tool) => (
          <li key={tool.name}>
            <span class="mono">{tool.name}</span> <Badge>{tool.placement ?? "deferred"}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
