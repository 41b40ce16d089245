// `npm run walk`: how many files and functions of this project one warm request runs. Fails if there are more than before.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { cases } from "./cases.ts";
import { measureCases } from "./measure.ts";
import { countWalks } from "./ratchet/count.ts";
import { compareWithRatchet, type Ratchet, renewRatchet } from "./ratchet/ratchet.ts";
import { renderFiles, renderTable } from "./report.ts";

const ratchetFile = new URL("ratchet.json", import.meta.url);
const { values } = parseArgs({
  options: { files: { type: "string" }, write: { type: "boolean" }, raise: { type: "string" } },
});

if (values.files === undefined) await check();
else await showFiles(values.files);

async function showFiles(name: string): Promise<void> {
  if (!cases.some((each) => each.name === name)) {
    throw new Error(
      `Expected the name of a case, got "${name}". Use one of: ${cases.map((each) => each.name).join("; ")}.`,
    );
  }
  const walks = await measureCases([name]);
  console.log(renderFiles(walks.get(name) ?? []));
  console.log(renderTable(countWalks(walks)));
}

async function check(): Promise<void> {
  if (values.raise?.trim() === "") throw new Error("Expected a reason after --raise, got an empty text.");
  const measured = countWalks(await measureCases(undefined));
  console.log(renderTable(measured));
  const ratchet = JSON.parse(readFileSync(ratchetFile, "utf8")) as Ratchet;
  const { grown, added, shrunk } = compareWithRatchet(ratchet, measured);
  if (grown.size > 0 && values.raise === undefined) {
    report("A request runs more than before. Let it run less, or give the reason", grown, '--raise "REASON"');
    process.exitCode = 1;
  } else if (values.write || values.raise !== undefined) {
    writeFileSync(ratchetFile, `${JSON.stringify(renewRatchet(ratchet, measured, values.raise), undefined, 2)}\n`);
  } else if (added.size > 0) {
    report("Cases have no figures yet. Keep them", added, "--write");
    process.exitCode = 1;
  } else if (shrunk.size > 0) {
    report("A request runs less than before. Keep it so", shrunk, "--write");
  }
}

function report(title: string, messages: ReadonlyMap<string, string>, option: string): void {
  const lines = [...messages].map(([name, message]) => `  ${name}: ${message}`);
  console.log(`\n${title}: npm run walk -- ${option}\n\n${lines.join("\n")}`);
}
