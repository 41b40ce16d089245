import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listServerTools } from "./servers/list-tools.ts";
import { frameworkSystems } from "./systems/systems.ts";
import { runTasks, type TaskResult } from "./tasks/run-tasks.ts";
import { tasks } from "./tasks/tasks.ts";

const toolCount = 150;

// Providers warn about single schemas of servers, which is not measured here.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const root = fileURLToPath(new URL("../../", import.meta.url));
const version = (name: string, folder = root): string => {
  const file = join(folder, "node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
};

// Those that the tasks need, and others in the order of the servers.
const listed = await listServerTools();
const all = listed.flatMap(({ tools }) => tools);
const needed = new Set(tasks.flatMap(({ tools }) => tools.filter((name) => all.some((tool) => tool.name === name))));
for (const { query, tools } of tasks) {
  if (!tools.some((name) => needed.has(name))) throw new Error(`No server has a tool for: ${query}`);
}
const others = all.filter(({ name }) => !needed.has(name)).slice(0, toolCount - needed.size);
const tools = all.filter((tool) => needed.has(tool.name) || others.includes(tool));
const servers = listed.map(({ server, package: name, version: number, tools: { length } }) => ({
  server,
  package: name,
  version: number,
  tools: length,
}));
console.log(`${tools.length} of ${all.length} tools of ${servers.length} servers, ${tasks.length} tasks`);

interface Row extends TaskResult {
  readonly framework: string;
  readonly version: string;
  readonly title: string;
  /** Compared with all tools in the prompt of the same framework and API. */
  readonly addedMilliseconds?: number;
}

const rows: Row[] = [];
const withAllTools = new Map<string, number>();
// Words after the command choose frameworks: `npm run bench:adapters -- mastra`.
const chosen = process.argv.slice(2).map((word) => word.toLowerCase());
const isChosen = ({ framework }: { readonly framework: string }) =>
  chosen.length === 0 || chosen.some((word) => framework.toLowerCase().includes(word));
for (const system of frameworkSystems.filter(isChosen)) {
  const { framework, title, wire } = system;
  const result = await runTasks(system, tools, tasks);
  const key = `${framework} ${wire}`;
  const before = withAllTools.get(key);
  if (system.search === undefined) withAllTools.set(key, result.millisecondsPerCall);
  const added = before === undefined ? {} : { addedMilliseconds: result.millisecondsPerCall - before };
  rows.push({ framework, version: version(system.package, system.packageFolder), title, ...result, ...added });
  console.log(cellsOf(rows.at(-1) as Row).join("  "));
}

function cellsOf(row: Row): string[] {
  const { promptTokens, cachedTokens, addedMilliseconds: added } = row;
  return [
    `${row.framework} ${row.version}`,
    row.title,
    `${row.found} of ${tasks.length}`,
    String(row.calls),
    promptTokens.toLocaleString("en"),
    `${cachedTokens.toLocaleString("en")} (${Math.round((100 * cachedTokens) / promptTokens)} %)`,
    (promptTokens - cachedTokens).toLocaleString("en"),
    row.millisecondsPerCall.toFixed(1),
    added === undefined ? "" : `${added < 0 ? "−" : "+"}${Math.abs(added).toFixed(1)}`,
  ];
}

const report = `# Framework adapters

\`npm run bench:adapters\`: ${tools.length} tools of ${servers.length} real MCP servers and ${tasks.length} tasks, in conversations of five, against strict APIs with a scripted model.
For each task the model searches once, in the words of the task. It calls a tool that does it if it can, loads one by its name if the answer offers it, and gives up otherwise. Tokens are estimated at four characters each; cached is what a request shares with the beginning of the one before.
Time is that of the whole program, model and network excluded, for one call of the model: an API in the same process answers at once. It is compared with all tools in the prompt. The Claude Agent SDK starts Claude Code, once a conversation, and reaches the API through a socket: that is in its times.

| framework | tools | found | model calls | prompt tokens | of them cached | not cached | ms a call | added |
|---|---|---:|---:|---:|---:|---:|---:|---:|
${rows.map((row) => `| ${cellsOf(row).join(" | ")} |`).join("\n")}

LangChain's own search is run by the provider, and the Agents SDK's takes names instead of words, so there is nothing to measure here. The ADK has none. Chat Completions takes at most 128 tools, so it has no row with all of them.
The model is scripted: the table compares what frameworks send and find, not how well a model uses it. The tasks were written from the names of the tools.

| server | version | tools |
|---|---|---:|
${servers.map((server) => `| \`${server.package}\` | ${server.version} | ${server.tools} |`).join("\n")}
`;
if (chosen.length === 0) {
  const results = new URL("../results/", import.meta.url);
  const json = JSON.stringify({ servers, tools: tools.length, rows }, null, 2);
  writeFileSync(new URL("adapters.md", results), report);
  writeFileSync(new URL("adapters.json", results), `${json}\n`);
}
