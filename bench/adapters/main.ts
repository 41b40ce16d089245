import { readFileSync, writeFileSync } from "node:fs";
import { runTasks, type Task, type TaskTool } from "./run-tasks.ts";
import { frameworkSystems } from "./systems.ts";

const toolCount = 150;
const taskCount = 40;

function readLines<Line>(file: string): Line[] {
  const text = readFileSync(new URL(`../../packages/cli/sample/${file}`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const queries = readLines<{ query: string; gold: readonly string[] }>("queries.jsonl");
const tasks = queries.slice(0, taskCount).map(({ query, gold }): Task => ({ query, tool: gold[0] ?? "" }));
const needed = new Set(tasks.map(({ tool }) => tool));
const all = readLines<TaskTool>("tools.jsonl");
const others = all.filter(({ name }) => !needed.has(name)).slice(0, toolCount - needed.size);
const tools = all.filter((tool) => needed.has(tool.name) || others.includes(tool));

const version = (name: string): string => {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
};

const rows: string[] = [];
for (const system of frameworkSystems) {
  const { found, calls, promptTokens, cachedTokens } = await runTasks(system, tools, tasks);
  const cells = [
    `${system.framework} ${version(system.package)}`,
    system.title,
    `${found} of ${tasks.length}`,
    String(calls),
    promptTokens.toLocaleString("en"),
    `${cachedTokens.toLocaleString("en")} (${Math.round((100 * cachedTokens) / promptTokens)} %)`,
    (promptTokens - cachedTokens).toLocaleString("en"),
  ];
  rows.push(`| ${cells.join(" | ")} |`);
  console.log(cells.join("  "));
}
const report = `# Framework adapters

\`npm run bench:adapters\`: ${tools.length} tools and ${tasks.length} tasks of the sample catalogue (packages/cli/sample), in conversations of five tasks, against strict APIs with a scripted model.
For each task the model searches once, with the words of the task. It calls the tool if it can, selects it by name if the answer offers it, and gives up otherwise. Tokens are estimated at four characters each; cached is what a request shares with the beginning of the one before.

| framework | tools | found | model calls | prompt tokens | of them cached | not cached |
|---|---|---|---|---|---|---|
${rows.join("\n")}

The tools are written for the sample, not taken from servers. The model is scripted: the table compares what frameworks send, not how well a model uses them.
LangChain's and the Agents SDK's own searches are run by the provider, or take names instead of words, so there is nothing to measure here.
`;
writeFileSync(new URL("../results/adapters.md", import.meta.url), report);
