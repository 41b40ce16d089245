// Checks the everyday requests and says how many there are of what.

import { readRequests, readToolNames } from "./read-requests.ts";
import { findMistakes } from "./request-file.ts";

const tools = readToolNames();
const requests = readRequests();
const mistakes = findMistakes(requests, tools);
const answerable = requests.filter(({ tool }) => tool !== null);
const covered = new Set(answerable.map(({ server, tool }) => `${server}/${tool}`));
const toolCount = [...tools.values()].reduce((sum, names) => sum + names.size, 0);

console.log(`${requests.length} requests, ${answerable.length} with a tool, for ${covered.size} of ${toolCount} tools`);
console.log(`${requests.filter(({ not }) => not !== undefined).length} with near misses`);
for (const [style, count] of countBy(requests.map(({ style }) => style))) console.log(`  ${style}: ${count}`);
for (const mistake of mistakes) console.error(mistake);
process.exitCode = mistakes.length === 0 ? 0 : 1;

function countBy(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, left], [, right]) => right - left);
}
