import type { TraceRecord } from "@toolcrib/gateway";
import type { ComponentChildren, JSX } from "preact";
import { formatCount, formatMilliseconds, plural } from "../parts/format.ts";
import { executionNames } from "./trace-row.tsx";

/** The facts of a request in one line of figures. */
export function TraceSummary({ trace }: { readonly trace: TraceRecord }): JSX.Element {
  const { tools, gate, loader, usage, milliseconds } = trace;
  return (
    <dl class="facts">
      <Fact name="Model">{trace.model}</Fact>
      <Fact name="How">{executionNames[trace.execution]}</Fact>
      {gate !== undefined && <Fact name="Gate">{`${gate.isOn ? "on" : "off"}: ${gate.reason}`}</Fact>}
      {loader !== undefined && <Fact name="Loader">{loader}</Fact>}
      <Fact name="Tools">{`${formatCount(tools.received)} received, ${formatCount(tools.sent)} sent`}</Fact>
      <Fact name="Found">{plural(tools.found.length, "tool")}</Fact>
      {usage !== undefined && <Fact name="Tokens in">{tokensIn(usage)}</Fact>}
      <Fact name="Time">{`${formatMilliseconds(milliseconds.total)}, ours ${formatMilliseconds(milliseconds.own)}`}</Fact>
      {trace.error !== undefined && <Fact name="Error">{trace.error.message}</Fact>}
    </dl>
  );
}

/** The API counts what came from the cache apart. */
function tokensIn(usage: NonNullable<TraceRecord["usage"]>): string {
  const cached = usage.cache_read_input_tokens ?? 0;
  const all = usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0);
  return cached === 0 ? formatCount(all) : `${formatCount(all)}, ${formatCount(cached)} cached`;
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd class="numbers">{children}</dd>
    </div>
  );
}
