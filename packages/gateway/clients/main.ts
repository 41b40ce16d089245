import { clients } from "./clients.ts";
import { installClient } from "./frame/install-client.ts";
import { formatLine, titleOf, writeReport } from "./frame/report.ts";
import { runScenario, type ScenarioResult } from "./frame/run-scenario.ts";

// Runs real clients through the gateway against scripted upstreams. With arguments, only scenarios whose title contains all of them.
const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
let [passed, failed] = [0, 0];
for (const client of clients) {
  const chosen = client.scenarios.filter((scenario) => {
    const title = titleOf(client, scenario).toLowerCase();
    return wanted.every((word) => title.includes(word));
  });
  if (chosen.length === 0) continue;
  const installed = await installClient(client);
  const results: ScenarioResult[] = [];
  for (const scenario of chosen) {
    const result = await runScenario(scenario, installed);
    results.push(result);
    console.log(formatLine(client, result));
    for (const failure of result.failures) console.log(`    ${failure}`);
    if (result.failures.length === 0) passed += 1;
    else failed += 1;
  }
  if (chosen.length === client.scenarios.length) await writeReport(client, installed.version, results);
}
console.log(`${passed} of ${passed + failed} scenarios pass.`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
