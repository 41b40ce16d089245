import { installClient } from "./claude-code/install-client.ts";
import { formatLine, writeReport } from "./report.ts";
import { runScenario, type ScenarioResult } from "./run-scenario.ts";
import { scenarios, titleOf } from "./scenarios.ts";

// Runs real Claude Code through the gateway against scripted upstreams. With an argument, only scenarios whose title holds it.
const [wanted = ""] = process.argv.slice(2);
const client = await installClient();
const results: ScenarioResult[] = [];
for (const scenario of scenarios.filter((each) => titleOf(each).includes(wanted))) {
  const result = await runScenario(scenario, client);
  results.push(result);
  console.log(formatLine(result));
  for (const failure of result.failures) console.log(`    ${failure}`);
}
const failed = results.filter(({ failures }) => failures.length > 0).length;
console.log(`Claude Code ${client.version}: ${results.length - failed} of ${results.length} scenarios pass.`);
if (wanted === "") await writeReport(client, results);
process.exitCode = failed > 0 || results.length === 0 ? 1 : 0;
