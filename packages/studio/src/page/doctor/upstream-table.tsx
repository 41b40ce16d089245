import type { AdminApiUpstream, TraceRecord } from "@toolcrib/gateway";
import { formatCount } from "@toolcrib/shared/text";
import type { JSX } from "preact";
import { Table, type TableProps } from "../parts/table.tsx";
import { type UpstreamFinding, upstreamFindings } from "./findings.ts";

const columns: TableProps["columns"] = [
  { title: "model" },
  { title: "loader" },
  { title: "why" },
  { title: "calls", isNumber: true },
  { title: "failed", isNumber: true },
  { title: "retries", isNumber: true },
];

export interface UpstreamTableProps {
  readonly upstreams: readonly AdminApiUpstream[];
  readonly traces: readonly TraceRecord[];
}

/** Each upstream's dialect, and what is known about its models. */
export function UpstreamTable({ upstreams, traces }: UpstreamTableProps): JSX.Element {
  const findings = upstreamFindings(traces);
  if (upstreams.length === 0 && findings.length === 0) return <p class="quiet">No upstream is known yet.</p>;
  return (
    <ul class="findings-list">
      {upstreams.map((upstream) => (
        <li key={upstream.name} data-upstream={upstream.name}>
          <p>
            <strong>{upstream.name}</strong>{" "}
            <span class="quiet">
              {upstream.dialect}, {upstream.url ?? "where its package says"}
            </span>
          </p>
          <ModelRows findings={findings.filter((finding) => finding.upstream === upstream.name)} />
        </li>
      ))}
    </ul>
  );
}

function ModelRows({ findings }: { readonly findings: readonly UpstreamFinding[] }): JSX.Element {
  if (findings.length === 0) return <p class="quiet">Not called yet.</p>;
  return (
    <div class="table-scroll">
      <Table columns={columns}>
        {findings.map((finding) => (
          <tr key={finding.model}>
            <td class="mono">{finding.model}</td>
            <td>{finding.loader ?? "none: passed through"}</td>
            <td>{finding.reason ?? "nothing was deferred"}</td>
            <td class="number">{formatCount(finding.requests)}</td>
            <td class="number">{formatCount(finding.failures)}</td>
            <td class="number">{formatCount(finding.retries)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
