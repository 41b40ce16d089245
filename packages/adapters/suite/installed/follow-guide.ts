import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveProvider } from "../strict-endpoint.ts";
import { createStrictProvider, type Move, type Wire } from "../strict-provider.ts";
import { readGuide } from "./guide.ts";
import { packWithOwnDependencies } from "./pack.ts";
import { runCommand } from "./run-command.ts";

/** A guide, and a conversation in which its program works. */
export interface GuidedExample {
  readonly wire: Wire;
  readonly query: string;
  readonly call: NonNullable<Move["calls"]>[number];
  readonly answer: string;
  /** Frameworks that nobody who follows this guide needs. */
  readonly without: readonly string[];
}

const routing = fileURLToPath(new URL("./route-fetch.mjs", import.meta.url));

/** Does what a guide says in an empty folder, with packed packages and a scripted model. Throws if it does not work. */
export async function followGuide(name: string, example: GuidedExample, folder: string): Promise<void> {
  const { install, program, run } = readGuide(name);
  const adapter = `@toolcrib/${name}`;
  const packed = packWithOwnDependencies(adapter, folder);
  await runCommand(
    install.replace(adapter, packed.join(" ")).replaceAll("npm i ", "npm i --no-audit --no-fund "),
    folder,
  );
  const installed = new Set(readdirSync(join(folder, "node_modules")));
  const surplus = example.without.filter((framework) => installed.has(framework));
  if (surplus.length > 0) throw new Error(`${adapter} installs ${surplus.join(", ")}.`);

  writeFileSync(join(folder, "agent.ts"), program);
  const provider = createStrictProvider(example.wire, [
    { calls: [{ name: "find_tools", input: { query: example.query } }] },
    { calls: [example.call] },
    { text: example.answer },
  ]);
  const isClaude = name === "claude-agent-sdk";
  const endpoint = await serveProvider(provider.fetch, isClaude ? { prefix: "mcp__toolcrib__" } : {});
  try {
    const env = isClaude
      ? { ANTHROPIC_BASE_URL: endpoint.url, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", HOME: folder }
      : { TOOLCRIB_SCRIPTED_API: endpoint.url, NODE_OPTIONS: `--import ${routing}` };
    // The reader puts a key in the place of the dots.
    const printed = await runCommand(run.replace("…", "none"), folder, env);
    if (provider.rejected.length > 0) throw new Error(`The API rejected: ${provider.rejected.join("; ")}`);
    if (provider.requests.length !== 3) throw new Error(`Expected 3 requests, got ${provider.requests.length}.`);
    if (!printed.includes(example.answer)) throw new Error(`The program did not print the answer: ${printed}`);
  } finally {
    endpoint.close();
  }
}
