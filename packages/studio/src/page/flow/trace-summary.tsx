import { gateReasons } from "@toolcrib/core/engine";
import type { TraceRecord } from "@toolcrib/gateway";
import { formatCount } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { formatMilliseconds, formatShort } from "../parts/format.ts";
import { executionNames } from "./trace-row.tsx";

const unknown = "–";

/** The facts of a request. Always the same set, so that the layout does not move between requests. */
export function TraceSummary({
  trace,
  isRunning,
}: {
  readonly trace: TraceRecord;
  readonly isRunning: boolean;
}): JSX.Element {
  const { tools, gate, loader, usage, milliseconds, error } = trace;
  return (
    <dl class="facts">
      <Fact name="Model" text={trace.model === "" ? unknown : trace.model} />
      <Fact name="How" text={executionNames[trace.execution]} />
      <Fact
        name="Tool search"
        text={gate === undefined ? unknown : gateWords(gate)}
        explanation={gate === undefined ? undefined : gateReasons[gate.reason]}
        isWide
      />
      <Fact name="Loader" text={loader ?? unknown} explanation={trace.loaderReason} />
      <Fact name="Tools sent up" text={toolWords(tools)} explanation={tools.found.join(", ")} />
      <Fact name="Tokens in" text={usage === undefined ? unknown : tokensIn(usage)} />
      <Fact
        name="Time"
        text={
          isRunning
            ? "running"
            : `${formatMilliseconds(milliseconds.total)}, ours ${formatMilliseconds(milliseconds.own)}`
        }
      />
      {error !== undefined && (
        <div class="fact fact-error">
          <dt>Error</dt>
          <dd>{error.message}</dd>
        </div>
      )}
    </dl>
  );
}

function gateWords({ isOn, reason }: NonNullable<TraceRecord["gate"]>): string {
  return reason === "on" ? "on" : `${isOn ? "on" : "off"}: ${reason.replaceAll("_", " ")}`;
}

function toolWords({ sent, received, found }: TraceRecord["tools"]): string {
  const words = `${formatShort(sent)} of ${formatShort(received)}`;
  return found.length === 0 ? words : `${words}, ${found.length} found`;
}

/** The API counts cached tokens separately. */
function tokensIn(usage: NonNullable<TraceRecord["usage"]>): string {
  const cached = usage.cache_read_input_tokens ?? 0;
  const all = usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0);
  return cached === 0 ? formatCount(all) : `${formatShort(all)}, ${formatShort(cached)} cached`;
}

interface FactProps {
  readonly name: string;
  readonly text: string;
  /** Shown as a tooltip. */
  readonly explanation?: string | undefined;
  readonly isWide?: boolean;
}

function Fact({ name, text, explanation, isWide = false }: FactProps): JSX.Element {
  const title = explanation === undefined || explanation === "" ? text : `${text}: ${explanation}`;
  return (
    <div class={isWide ? "fact wide" : "fact"} title={title}>
      <dt>{name}</dt>
      <dd class="numbers">{text}</dd>
    </div>
  );
}
