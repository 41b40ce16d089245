import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveProvider } from "../strict-endpoint.ts";
import { createStrictProvider } from "../strict-provider.ts";
import { packWithOwnDependencies } from "./pack.ts";
import { runCommand } from "./run-command.ts";

const project = fileURLToPath(new URL("../../ai-sdk/sdk-test/durable/", import.meta.url));

/** What the project needs beside our packages. */
const dependencies = {
  "@ai-sdk/anthropic": "4.0.102",
  "@ai-sdk/provider-utils": "5.0.46",
  "@ai-sdk/workflow": "2.0.43",
  "@workflow/vitest": "5.0.0-beta.52",
  ai: "7.0.112",
  vite: "8.3.8",
  vitest: "4.1.12",
  workflow: "5.0.0-beta.52",
  zod: "4.6.7",
};

/**
 * Runs an agent inside Vercel's Workflow, whose local world stores every step: the model, the prompt and the tools of a
 * step are serialized, and the workflow is replayed after each. Throws unless everything stays loaded and cached.
 */
export async function runDurableWorkflow(folder: string): Promise<void> {
  const packed = packWithOwnDependencies("@toolcrib/ai-sdk", folder);
  cpSync(project, folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies, overrides: { ai: dependencies.ai } }),
  );
  await runCommand(`npm i --no-audit --no-fund --loglevel=error ${packed.join(" ")}`, folder);

  const provider = createStrictProvider("messages", [
    { calls: [{ name: "find_tools", input: { query: "weather forecast" } }] },
    { calls: [{ name: "weather_forecast", input: { city: "Oslo" } }] },
    { calls: [{ name: "find_tools", input: { query: "ask a person" } }] },
    { calls: [{ name: "ask_person", input: { question: "Is it cold?" } }] },
    { text: "It rains, and it is cold." },
    { calls: [{ name: "weather_forecast", input: { city: "Bergen" } }] },
    { text: "It rains there, too." },
  ]);
  const endpoint = await serveProvider(provider.fetch);
  try {
    const env = { ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: `${endpoint.url}/v1` };
    await runCommand("npx --no-install vitest run", folder, env);
  } finally {
    endpoint.close();
  }
  if (provider.rejected.length > 0) throw new Error(`The API rejected: ${provider.rejected.join("; ")}`);
  if (provider.requests.length !== 7) throw new Error(`Expected 7 requests, got ${provider.requests.length}.`);
  const listed = new Set(provider.requests.map(({ tools }) => tools.map(({ name }) => name).join(", ")));
  if (listed.size !== 1 || !listed.has("find_tools")) throw new Error(`In the prompt: ${[...listed].join("; ")}.`);
  const lost = provider.requests.map(({ partsLost }) => partsLost);
  if (lost.some((parts) => parts > 0)) throw new Error(`The prompt cache is lost: ${lost.join(", ")} parts.`);
}
