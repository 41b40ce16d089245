import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runDurableWorkflow } from "./durable-workflow.ts";
import { followGuide, type GuidedExample } from "./follow-guide.ts";

const conversion = {
  query: "convert money",
  call: { name: "currency_convert", input: { amount: 20, from: "EUR", to: "NOK" } },
  answer: "20 euros are 230 kroner.",
};
const sum = {
  query: "sum of two numbers",
  call: { name: "get-sum", input: { a: 19, b: 23 } },
  answer: "19 and 23 make 42.",
};
const frameworks = ["ai", "langchain", "@openai", "@mastra", "@google", "@anthropic-ai"];
const except = (...own: readonly string[]) => frameworks.filter((framework) => !own.includes(framework));

/** Guides by their names. Mastra has the AI SDK inside. */
const guides: Readonly<Record<string, GuidedExample>> = {
  "ai-sdk": { wire: "messages", ...sum, without: except("ai") },
  langchain: { wire: "chat", ...conversion, without: except("langchain") },
  "openai-agents": { wire: "responses", ...conversion, without: except("@openai") },
  mastra: { wire: "responses", ...conversion, without: except("@mastra", "ai") },
  "google-adk": { wire: "gemini", ...conversion, without: except("@google") },
  "claude-agent-sdk": { wire: "messages", ...conversion, without: except("@anthropic-ai") },
};
const runs: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  ...Object.fromEntries(
    Object.entries(guides).map(([name, example]) => [name, (folder: string) => followGuide(name, example, folder)]),
  ),
  "durable-workflow": runDurableWorkflow,
};

const given = process.argv.slice(2);
const keeps = given.includes("--keep");
const chosen = given.filter((word) => word !== "--keep");
const failed: string[] = [];
for (const name of chosen.length === 0 ? Object.keys(runs) : chosen) {
  const folder = mkdtempSync(join(tmpdir(), `toolcrib-${name}-`));
  console.log(`\n${name}${keeps ? ` in ${folder}` : ""}`);
  try {
    const run = runs[name];
    if (run === undefined) throw new Error(`There is no ${name}: expected one of ${Object.keys(runs).join(", ")}.`);
    await run(folder);
    console.log(`${name} works.`);
  } catch (error) {
    failed.push(name);
    console.error(error);
  } finally {
    if (!keeps) rmSync(folder, { recursive: true, force: true });
  }
}
console.log(failed.length === 0 ? "\nAll work." : `\nFailed: ${failed.join(", ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
