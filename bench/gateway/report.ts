import { describePair } from "./apis.ts";
import type { Bar, BenchmarkResult } from "./benchmark-result.ts";
import type { LatencyOfSystem, LatencyResult } from "./latency.ts";

/** The result as a page of Markdown. */
export function reportMarkdown(result: BenchmarkResult, command: string): string {
  const { environment, latency, throughput, streams, bars } = result;
  const packages = Object.entries(environment.packages).map(([name, version]) => `${name} ${version}`);
  return [
    "# Gateway: what it adds to a request",
    "",
    `${environment.date} · ${environment.cpu}, ${environment.cores} cores, ${environment.memoryGigabytes} GB · Node ${environment.node} · ${packages.join(" · ")}`,
    "",
    `\`npm run ${command}\` writes this page; bench/README.md says how it is measured.`,
    "",
    "## Bars",
    "",
    table(["bar", "measured", ""], bars.map(barRow)),
    "",
    "## Added time",
    "",
    "Milliseconds, medians; added means against the same upstream without a gateway. Requests of one conversation, one after another.",
    "",
    table(
      [
        "API",
        "request",
        "tools",
        "body",
        "streaming",
        "system",
        "first byte",
        "added",
        "last byte",
        "added",
        "p99",
        "memory, MB",
      ],
      latency.flatMap(latencyRows),
    ),
    "",
    ...throughputLines(throughput),
    "## Concurrent streams",
    "",
    "Each takes the upstream two seconds; gateways are pinned to one core.",
    "",
    table(
      ["API", "streams", "system", "complete", "errors", "last byte p50, ms", "p99, ms", "memory, MB"],
      streams.map((row) => [
        describePair(row),
        row.streams,
        row.system,
        row.completed,
        row.errors,
        row.lastByteP50.toFixed(0),
        row.lastByteP99.toFixed(0),
        row.residentMegabytes ?? "",
      ]),
    ),
    "",
  ].join("\n");
}

function throughputLines(throughput: BenchmarkResult["throughput"]): string[] {
  if (throughput.length === 0) return [];
  const rows = throughput.map((row) => [
    row.tools,
    row.connections,
    row.system,
    row.requestsPerSecond.toFixed(0),
    row.errors,
    row.residentMegabytes ?? "",
  ]);
  return [
    "## Requests a second",
    "",
    table(["tools", "connections", "system", "requests/s", "errors", "memory, MB"], rows),
    "",
  ];
}

const kinds = {
  plain: "passed on",
  translated: "translated",
  "client-search": "client search, bridge",
  "server-search": "server search, bridge",
};

function latencyRows(result: LatencyResult): (string | number)[][] {
  return result.systems.map((system) => [
    describePair(result),
    kinds[result.kind],
    result.tools.toLocaleString("en"),
    `${result.bodyKilobytes.toLocaleString("en")} kB`,
    result.isStreaming ? "yes" : "no",
    system.system,
    ...figureCells(system),
    system.residentMegabytes ?? "",
  ]);
}

function figureCells(system: LatencyOfSystem): string[] {
  if (system.failure !== undefined)
    return [`failed: ${system.failure.replaceAll("|", " ").slice(0, 80)}`, "", "", "", ""];
  return [
    system.firstByteP50.toFixed(2),
    system.addedFirstByteP50?.toFixed(2) ?? "",
    system.lastByteP50.toFixed(2),
    system.addedLastByteP50?.toFixed(2) ?? "",
    system.lastByteP99.toFixed(2),
  ];
}

export function barRow({ title, measured, isMet }: Bar): string[] {
  return [title, measured, isMet === null ? "not measured" : isMet ? "met" : "MISSED"];
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
