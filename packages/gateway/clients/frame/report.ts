import { readFile, writeFile } from "node:fs/promises";
import type { Client, Scenario } from "./client.ts";
import type { ScenarioResult } from "./run-scenario.ts";

const page = new URL("../../../../docs/clients.md", import.meta.url);
const searchers = {
  client: "the client",
  hosted: "the gateway",
  gateway: "the gateway, unseen",
  nobody: "nobody",
} as const;

/** One line that tells the scenario from all others. */
export function titleOf(client: Client, { setup, searcher, route, upstream, model }: Scenario): string {
  return `${client.name}, ${setup}, ${searcher} searches, ${route.loader ?? "auto"}, ${upstream.title}, ${model}`;
}

/** A line for the terminal. */
export function formatLine(client: Client, { scenario, failures, refused, followUps, breaks }: ScenarioResult): string {
  const state = failures.length === 0 ? "ok  " : "FAIL";
  return `${state} ${titleOf(client, scenario)}: ${refused} refused, ${followUps - breaks} of ${followUps} follow-ups keep the prefix`;
}

/** Writes the results of one client into docs/clients.md, between its marks. */
export async function writeReport(client: Client, version: string, results: readonly ScenarioResult[]): Promise<void> {
  const marks = { start: `<!-- results: ${client.name} -->`, end: `<!-- end of results: ${client.name} -->` };
  const text = await readFile(page, "utf8");
  const [before, rest] = text.split(marks.start);
  const after = rest?.split(marks.end)[1];
  if (after === undefined) throw new Error(`docs/clients.md has no ${marks.start} … ${marks.end}`);
  const table = [
    `### ${client.name} ${version}`,
    "",
    "| setup | who searches | loader | upstream | model | passes | refused requests | prefix breaks |",
    "|---|---|---|---|---|---|---|---|",
    ...results.map(formatRow),
  ].join("\n");
  await writeFile(page, `${before}${marks.start}\n${table}\n${marks.end}${after}`);
}

function formatRow({ scenario, failures, refused, breaks }: ScenarioResult): string {
  const { setup, searcher, route, upstream, model } = scenario;
  const passes = failures.length === 0 ? "yes" : "**no**";
  const cells = [setup, searchers[searcher], `\`${route.loader ?? "auto"}\``, upstream.title, `\`${model}\``, passes];
  return `| ${[...cells, refused, breaks].join(" | ")} |`;
}
