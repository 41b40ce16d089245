import type { Message, Tool } from "@toolcrib/core";
import type { GatewayConfig, KeyConfig } from "../../config/gateway-config.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import type { TraceRecord } from "../../contracts/trace.ts";
import { createGateway } from "../../server/create-gateway.ts";
import type { Gateway, GatewayOptions } from "../../server/gateway.ts";
import { type ScriptedModel, type ScriptedReply, scriptedModel } from "../answering/scripted-model.ts";

/** What the model of these tests is to do: search for `query`, and call these tools, one after the other. */
interface Task {
  readonly query: string;
  readonly calls?: readonly string[];
}

/** A gateway that learns, with a model that does what the last user message tells it. */
export interface LearningGateway {
  readonly gateway: Gateway;
  readonly model: ScriptedModel;
  readonly traces: readonly TraceRecord[];
  readonly problems: readonly string[];
  /** Starts a conversation; returns what the search showed, in order, and the conversation so far. */
  readonly ask: (task: Task, key?: string) => Promise<Asked>;
  /** Sends a conversation. */
  readonly send: (messages: readonly Message[], key?: string) => Promise<Asked>;
  /** What a search shows, in order, when nothing is called after it. */
  readonly shownFor: (query: string, key?: string) => Promise<readonly string[]>;
  /** Asks the admin API. */
  readonly admin: (path: string, init?: RequestInit) => Promise<Response>;
}

interface Asked {
  readonly shown: readonly string[];
  /** With the results of calls, ready to be sent again. */
  readonly messages: readonly Message[];
}

export interface LearningSetup extends Pick<GatewayOptions, "store" | "now" | "startTimer"> {
  readonly tools: readonly Tool[];
  readonly config?: GatewayConfig;
  readonly keys?: readonly KeyConfig[];
  /** Sent with requests to the admin API. */
  readonly adminKey?: string;
}

export async function openLearningGateway({
  tools,
  config = {},
  keys = [],
  adminKey,
  ...options
}: LearningSetup): Promise<LearningGateway> {
  const traces: TraceRecord[] = [];
  const problems: string[] = [];
  const model = scriptedModel(doAsTold);
  const gateway = await createGateway(
    {
      inject: "always",
      loader: "bridge",
      search: { learn: true },
      routes: [{ model: "*", upstream: model.name }],
      ...config,
      keys,
    },
    {
      upstreams: [model],
      embedder: null,
      reportProblem: (problem, error) => problems.push(`${problem} ${error instanceof Error ? error.message : ""}`),
      sinks: [{ specificationVersion: "v1", record: (trace) => traces.push(trace) }],
      ...options,
    },
  );
  const send: LearningGateway["send"] = async (messages, key = "anybody") => {
    const response = await gateway.app.request("/v1/messages", {
      method: "POST",
      headers: { host: "localhost", "x-api-key": key, "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ model: "m", max_tokens: 1_000, tools, messages }),
    });
    const { content } = (await response.json()) as { content: Message["content"] };
    if (response.status !== 200) throw new Error(JSON.stringify(content));
    const [search] = traces.at(-1)?.searches ?? [];
    await learned();
    return { shown: [...(search?.hits ?? []), ...(search?.candidates ?? [])], messages: continued(messages, content) };
  };
  const ask: LearningGateway["ask"] = (task, key) => send([{ role: "user", content: JSON.stringify(task) }], key);
  return {
    gateway,
    model,
    traces,
    problems,
    send,
    ask,
    shownFor: async (query, key) => (await ask({ query }, key)).shown,
    admin: async (path, init = {}) =>
      gateway.app.request(`/admin/learning${path}`, {
        ...init,
        headers: { host: "localhost", ...(adminKey === undefined ? {} : { "x-api-key": adminKey }) },
      }),
  };
}

/** Calls are learned from after the answer. */
async function learned(): Promise<void> {
  for (let tick = 0; tick < 2; tick++) await new Promise((resolve) => setImmediate(resolve));
}

/** The conversation with an answer, and with results for its calls. */
function continued(messages: readonly Message[], content: Message["content"]): readonly Message[] {
  const results = (typeof content === "string" ? [] : content).flatMap((block) =>
    block.type === "tool_use"
      ? [{ type: "tool_result", tool_use_id: (block as { id?: string }).id, content: "ok" }]
      : [],
  );
  const answer: Message = { role: "assistant", content };
  return results.length === 0
    ? [...messages, answer]
    : [...messages, answer, { role: "user", content: results } as unknown as Message];
}

/** Searches, selects a tool whose definition it does not see, and calls what it was told to call. */
export function doAsTold({ messages, tools = [] }: MessagesBody): ScriptedReply {
  const start = messages.findLastIndex((message) => taskIn(message) !== undefined);
  const { query, calls = [] } = taskIn(messages[start] as Message) as Task;
  const search = tools.find(({ name }) => /search/i.test(name ?? ""))?.name ?? "";
  const since = JSON.stringify(messages.slice(start + 1));
  if (!since.includes(`"query":${JSON.stringify(query)}`)) return { calls: [{ name: search, input: { query } }] };
  const next = calls[since.split('"name":"call_tool"').length - 1];
  if (next === undefined) return { text: "Done." };
  const isShown = since.includes(`\\"name\\":\\"${next}\\"`);
  if (!isShown) return { calls: [{ name: search, input: { query: `select:${next}` } }] };
  return { calls: [{ name: "call_tool", input: { name: next, arguments: {} } }] };
}

function taskIn({ role, content }: Message): Task | undefined {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  for (const block of role === "user" ? blocks : []) {
    const json = /\{"query".*\}/s.exec((block as { readonly text?: string }).text ?? "")?.[0];
    if (json !== undefined) return JSON.parse(json) as Task;
  }
  return undefined;
}
