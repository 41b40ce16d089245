import { readFile, writeFile } from "node:fs/promises";
import type { InstalledClient } from "./claude-code/install-client.ts";
import type { ScenarioResult } from "./run-scenario.ts";
import { titleOf } from "./scenarios.ts";

const page = new URL("../../../docs/clients.md", import.meta.url);
const marks = { start: "<!-- results: npm run test:clients -->", end: "<!-- end of results -->" } as const;

/** A line for the terminal. */
export function formatLine({ scenario, failures, refused, followUps, breaks }: ScenarioResult): string {
  const state = failures.length === 0 ? "ok  " : "FAIL";
  return `${state} ${titleOf(scenario)}: ${refused} refused, ${followUps - breaks} of ${followUps} follow-ups keep the prefix`;
}

/** Writes the results into docs/clients.md, between the marks. */
export async function writeReport({ version }: InstalledClient, results: readonly ScenarioResult[]): Promise<void> {
  const text = await readFile(page, "utf8");
  const [before, rest = ""] = text.split(marks.start);
  const [, after = ""] = rest.split(marks.end);
  const table = [
    `Claude Code ${version}:`,
    "",
    "| loader | who searches | upstream | model | passes | refused requests | prefix breaks |",
    "|---|---|---|---|---|---|---|",
    ...results.map(formatRow),
  ].join("\n");
  await writeFile(page, `${before}${marks.start}\n${table}\n${marks.end}${after}`);
}

function formatRow({ scenario, failures, refused, breaks }: ScenarioResult): string {
  const { loader, search, upstream, model } = scenario;
  const searcher = { client: "Claude Code", injected: "the gateway, unseen", none: "nobody" }[search];
  const cells = [`\`${loader}\``, searcher, upstream.title, `\`${model}\``, failures.length === 0 ? "yes" : "**no**"];
  return `| ${[...cells, refused, breaks].join(" | ")} |`;
}
