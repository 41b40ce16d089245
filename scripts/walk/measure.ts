import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Ask, cases, type Target, type WalkCase } from "./cases.ts";
import type { ExecutedFunction } from "./process/function-coverage.ts";
import { type MeasuredProcess, startProcess } from "./process/start-process.ts";
import type { Arrival } from "./scenario/arrival.ts";
import { deferredTools } from "./scenario/scenario.ts";
import { startScriptedUpstream } from "./upstream/scripted-upstream.ts";

/** The functions that each case runs, by its name. */
export type Walks = ReadonlyMap<string, readonly ExecutedFunction[]>;

/** Requests before the measured ones: the first of them compile, index and fill caches. */
const warmUps: readonly Arrival[] = ["whole", "in pieces", "whole"];
/** What one request runs depends on how its bytes arrive: a function counts if any of these runs it. */
const measured: readonly Arrival[] = ["whole", "in pieces"];

/** In the question of each request, so that none is known from an earlier one. */
let numbers = 1_000;

/** Runs the cases, those with and those without listeners side by side. */
export async function measureCases(names: readonly string[] | undefined): Promise<Walks> {
  const chosen = cases.filter(({ name }) => names?.includes(name) ?? true);
  const groups = [true, false].map((listeners) => chosen.filter((each) => (each.listeners ?? false) === listeners));
  const walks = await Promise.all(groups.filter(({ length }) => length > 0).map(measureInOneProcess));
  const found = new Map(walks.flat());
  // In the order of the cases.
  return new Map(chosen.map(({ name }) => [name, found.get(name) ?? []]));
}

async function measureInOneProcess(group: readonly WalkCase[]) {
  const folder = await mkdtemp(join(tmpdir(), "toolcrib-walk-"));
  const upstream = await startScriptedUpstream();
  let process: MeasuredProcess | undefined;
  try {
    const listeners = group.some((each) => each.listeners === true);
    process = await startProcess({ ...configOf(upstream.url), listeners }, folder);
    const walks: [string, readonly ExecutedFunction[]][] = [];
    for (const each of group) walks.push([each.name, await measureCase(each, { process, upstream })]);
    if (upstream.toolCounts().length > 0 && listeners !== (await hasRecords(process.url))) {
      throw new Error(`Expected ${listeners ? "" : "no "}listeners of the gateway to have kept records.`);
    }
    return walks;
  } finally {
    await process?.close();
    upstream.close();
    await rm(folder, { recursive: true });
  }
}

async function measureCase({ name, open }: WalkCase, target: Target): Promise<readonly ExecutedFunction[]> {
  try {
    const ask = await open(target);
    return await union(ask, target.process);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function union(ask: Ask, { measure }: MeasuredProcess): Promise<readonly ExecutedFunction[]> {
  const next = (arrival: Arrival): Promise<void> => ask(numbers++, arrival);
  for (const arrival of warmUps) await measure(() => next(arrival));
  const executed = new Map<string, ExecutedFunction>();
  for (const arrival of measured) {
    for (const each of await measure(() => next(arrival))) executed.set(`${each.file}:${each.offset}`, each);
  }
  return [...executed.values()];
}

/** A real MCP server, which the package of the command has for its tests. */
const mcpServer = "@modelcontextprotocol/server-everything";

function configOf(url: string) {
  const require = createRequire(new URL("../../packages/cli/package.json", import.meta.url));
  const everything = dirname(require.resolve(`${mcpServer}/package.json`));
  return {
    config: {
      upstreams: {
        messages: { dialect: "anthropic", url },
        chat: { dialect: "openai-chat", url: `${url}/v1` },
      },
      routes: [
        { model: "messages", upstream: "messages", loader: "native" },
        { model: "*", upstream: "chat", loader: "bridge" },
      ],
    },
    entries: { everything: { command: globalThis.process.execPath, args: [join(everything, "dist/index.js")] } },
    tools: deferredTools.map(({ name, description, schema }) => ({ name, description, inputSchema: schema })),
  } as const;
}

/** Whether requests left a trace record. */
async function hasRecords(url: string): Promise<boolean> {
  const { traces } = (await (await fetch(`${url}/admin/traces`)).json()) as { readonly traces: readonly object[] };
  return traces.length > 0;
}
