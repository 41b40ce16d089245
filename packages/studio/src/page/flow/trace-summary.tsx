import { gateReasons } from "@toolcrib/core/engine";
import type { TraceRecord } from "@toolcrib/gateway";
import { formatCount } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { executionNames } from "../parts/execution-names.ts";
import { formatMilliseconds, formatShort } from "../parts/format.ts";
import { toolWords } from "../parts/tool-words.ts";

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
        text={gate === undefined ? unknown : gateWords(gate, loader)}
        explanation={[gate && gateReasons[gate.reason], trace.loaderReason].filter(Boolean).join(" ")}
      />
      <Fact name="Tools sent up" text={sentWords(tools)} explanation={tools.found.join(", ")} />
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
          {/* A long one scrolls, also by keyboard, and leaves room for the steps. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable. */}
          <dd tabIndex={0}>{error.message}</dd>
        </div>
      )}
    </dl>
  );
}

function gateWords({ isOn, reason }: NonNullable<TraceRecord["gate"]>, loader: string | undefined): string {
  if (reason === "on") return loader === undefined ? "on" : `on, ${loader}`;
  return `${isOn ? "on" : "off"}: ${reason.replaceAll("_", " ")}`;
}

function sentWords(tools: TraceRecord["tools"]): string {
  return tools.found.length === 0 ? toolWords(tools) : `${toolWords(tools)}, ${formatCount(tools.found.length)} found`;
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
}

function Fact({ name, text, explanation }: FactProps): JSX.Element {
  const title = explanation === undefined || explanation === "" ? text : `${text}: ${explanation}`;
  return (
    <div class="fact" title={title}>
      <dt>{name}</dt>
      <dd class="numbers">{text}</dd>
    </div>
  );
}
