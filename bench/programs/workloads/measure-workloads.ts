import { setTimeout as wait } from "node:timers/promises";
import { createGateway } from "@toolcrib/gateway";
import { catalogue } from "./catalogue.ts";
import { type ModelUse, type ScriptedModel, startScriptedModel } from "./scripted-model.ts";
import { type Workload, workloads } from "./workloads.ts";

/** How the model reaches tools. */
export const modes = ["direct", "deferral", "programs", "programs and search"] as const;
export type Mode = (typeof modes)[number];

export interface WorkloadResult extends ModelUse {
  readonly workload: string;
  readonly mode: Mode;
  readonly milliseconds: number;
  readonly answer: string;
}

const toolMilliseconds = 10;
const caller = "code_execution_20260120";
const maxRequests = 50;

/** Every workload in every mode, through the gateway, with a client that runs the tools. */
export async function measureWorkloads(): Promise<readonly WorkloadResult[]> {
  const model = await startScriptedModel();
  const gateway = await createGateway({
    upstreams: { scripted: { dialect: "anthropic", url: model.url, apiKey: "none" } },
    routes: [{ model: "*", loader: "bridge" }],
    port: 0,
  });
  const { url } = await gateway.listen();
  const results: WorkloadResult[] = [];
  try {
    // The first requests load what the others share.
    for (const mode of modes) await runWorkload(url, model, workloads.at(-1) as Workload, mode);
    for (const workload of workloads) {
      for (const mode of modes) results.push(await runWorkload(url, model, workload, mode));
      const answers = new Set(results.filter((each) => each.workload === workload.name).map(({ answer }) => answer));
      if (answers.size !== 1) throw new Error(`${workload.name}: the answers differ: ${[...answers].join(" | ")}`);
    }
  } finally {
    await gateway.close();
    await model.close();
  }
  return results;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly content: readonly Block[];
  readonly stop_reason: string;
  readonly container?: { readonly id: string } | null;
}

async function runWorkload(url: string, model: ScriptedModel, workload: Workload, mode: Mode): Promise<WorkloadResult> {
  model.play(workload);
  const tools = toolsFor(mode);
  const messages: object[] = [{ role: "user", content: `Please do this: ${workload.name}.` }];
  let container: string | undefined;
  const began = performance.now();
  for (let requests = 0; requests < maxRequests; requests++) {
    const body = { model: "scripted", max_tokens: 4_000, tools, messages, ...(container && { container }) };
    const answer = await post(url, body);
    messages.push({ role: "assistant", content: answer.content });
    container = answer.container?.id;
    if (answer.stop_reason !== "tool_use") {
      const text = answer.content.filter(({ type }) => type === "text").map((block) => block.text);
      const milliseconds = Math.round(performance.now() - began);
      return { workload: workload.name, mode, ...model.use, milliseconds, answer: text.join("").trim() };
    }
    const calls = answer.content.filter(({ type }) => type === "tool_use");
    messages.push({ role: "user", content: await Promise.all(calls.map(runCall)) });
  }
  throw new Error(`${workload.name}: no end after ${maxRequests} requests.`);
}

async function post(url: string, body: object): Promise<Answer> {
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "bench" };
  const response = await fetch(`${url}/v1/messages`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`Status ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function runCall({ id, name, input = {} }: Block): Promise<object> {
  const tool = catalogue.find((each) => each.name === name);
  await wait(toolMilliseconds);
  const value = tool === undefined ? `There is no tool ${name}.` : tool.execute(input);
  return { type: "tool_result", tool_use_id: id, content: typeof value === "string" ? value : JSON.stringify(value) };
}

function toolsFor(mode: Mode): readonly object[] {
  const definitions = catalogue.map(({ execute: _execute, ...definition }) => definition);
  const deferred = { defer_loading: true };
  const callable = { allowed_callers: [caller] };
  const program = { type: caller, name: "code_execution" };
  switch (mode) {
    case "direct":
      return definitions;
    case "deferral":
      return [
        { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" },
        ...definitions.map((definition) => ({ ...definition, ...deferred })),
      ];
    case "programs":
      return [program, ...definitions.map((definition) => ({ ...definition, ...callable }))];
    case "programs and search":
      return [program, ...definitions.map((definition) => ({ ...definition, ...callable, ...deferred }))];
  }
}
