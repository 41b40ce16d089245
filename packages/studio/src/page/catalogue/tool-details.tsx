import type { AdminApiLearnedHistory } from "@toolcrib/gateway";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { Badge } from "../parts/badge.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { LearnedWords } from "../parts/learned-words.tsx";
import type { ToolRow } from "./tool-rows.ts";

const severityTones = { error: "bad", warning: "warning", note: "neutral" } as const;

/** The details of one tool. */
export function ToolDetails({
  row,
  histories,
}: {
  readonly row: ToolRow | undefined;
  /** What was learned from calls. */
  readonly histories: readonly AdminApiLearnedHistory[];
}): JSX.Element {
  if (row === undefined) {
    return (
      <section class="panel details" aria-label="Tool">
        <p class="quiet">Choose a tool to see its definition, and what could be better about it.</p>
      </section>
    );
  }
  const { tool } = row;
  const findings = tool.findings ?? [];
  const hasDescription = tool.description !== undefined && tool.description !== "";
  return (
    <section class="panel details" aria-label="Tool">
      <h2 class="mono details-title">{tool.name}</h2>
      {tool.server !== undefined && <span class="chip server-chip">{tool.server}</span>}
      <p>{hasDescription ? tool.description : <span class="quiet">No description.</span>}</p>
      <p class="quiet">
        {row.isFromRequests
          ? "Seen in requests; the gateway's own catalogue does not hold it."
          : `${tool.placement ?? "placed per request"}${tool.rule === undefined ? "" : `: ${tool.rule}`}`}
      </p>
      <p class="quiet numbers">
        {tool.tokens === undefined ? "" : `About ${formatCount(tool.tokens)} tokens. `}
        {`Returned by ${formatCountOf(row.returned, "search", "searches")}, found in ${formatCountOf(row.found, "conversation")}, called ${formatCountOf(row.called, "time")}.`}
      </p>
      {findings.length > 0 && (
        <ul class="findings" aria-label="Advice">
          {findings.map(({ code, severity, message, advice }) => (
            <li key={code}>
              <Badge tone={severityTones[severity]}>{severity}</Badge> {message} <strong>{advice}</strong>
            </li>
          ))}
        </ul>
      )}
      <LearnedWords tool={tool.name} histories={histories} />
      {tool.input_schema !== undefined && (
        <div class="details-body">
          <div class="details-bar">
            <h3>Input schema</h3>
            <CopyButton label="Copy JSON" text={() => JSON.stringify(tool.input_schema, null, 2)} />
          </div>
          <JsonView key={tool.name} value={tool.input_schema} openLevels={3} />
        </div>
      )}
    </section>
  );
}
