import type { Agent, AgentSetup } from "../../packages/adapters/suite/adapter-suite.ts";
import { createStrictProvider, type Move, type Wire } from "../../packages/adapters/suite/strict-provider.ts";
import type { SuiteTool } from "../../packages/adapters/suite/suite-tools.ts";

export interface TaskTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: "object"; readonly properties?: object };
}

export interface Task {
  readonly query: string;
  /** The tool that does it. */
  readonly tool: string;
}

/** A framework, and what it does with its tools. */
export interface FrameworkSystem {
  readonly framework: string;
  /** The package whose version is reported. */
  readonly package: string;
  readonly title: string;
  readonly wire: Wire;
  /** The name of the search tool; undefined if all tools are in the prompt. */
  readonly searchTool?: string;
  createAgent(setup: Omit<AgentSetup, "options">): Agent;
}

export interface TaskResult {
  readonly found: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
}

const tasksPerConversation = 5;
const charactersPerToken = 4;

export async function runTasks(
  system: FrameworkSystem,
  given: readonly TaskTool[],
  tasks: readonly Task[],
): Promise<TaskResult> {
  const called = new Set<string>();
  const tools = given.map(
    ({ name, description, input_schema }): SuiteTool => ({
      name,
      description,
      // Without required arguments, so that the script need not invent them.
      inputSchema: { ...input_schema, properties: input_schema.properties ?? {}, required: [] } as never,
      execute: () => {
        called.add(name);
        return "Done.";
      },
    }),
  );
  let task: Task = { query: "", tool: "" };
  let searches: string[] = [];
  let seenParts = 0;
  const model = createStrictProvider(system.wire, ({ tools: list, text }, parts): Move => {
    const { tool, query } = task;
    if (called.has(tool)) return { text: "Done." };
    if (list.some(({ name }) => name === tool) || isLoaded(tool, text)) return { calls: [{ name: tool, input: {} }] };
    const asked = searches.length === 0 ? query : `select:${tool}`;
    // What the last search added to the prompt.
    const isOffered = searches.length === 1 && parts.slice(seenParts).some((part) => part.includes(tool));
    seenParts = parts.length;
    if (system.searchTool === undefined || (searches.length > 0 && !isOffered)) return { text: "I cannot do that." };
    searches.push(asked);
    return { calls: [{ name: system.searchTool, input: { query: asked } }] };
  });
  let found = 0;
  for (let start = 0; start < tasks.length; start += tasksPerConversation) {
    const agent = system.createAgent({ tools, fetch: model.fetch });
    let history: readonly unknown[] = [];
    for (task of tasks.slice(start, start + tasksPerConversation)) {
      searches = [];
      called.clear();
      ({ history } = await agent.run(history, task.query));
      if (called.has(task.tool)) found++;
    }
  }
  if (model.rejected.length > 0) throw new Error(`The API rejected a request: ${model.rejected[0]}`);
  const sum = (values: readonly number[]) =>
    Math.round(values.reduce((total, value) => total + value, 0) / charactersPerToken);
  return {
    found,
    calls: model.requests.length,
    promptTokens: sum(model.requests.map(({ characters }) => characters)),
    cachedTokens: sum(model.requests.map(({ charactersReused }) => charactersReused)),
  };
}

/** Whether the conversation has loaded a tool without putting it into the list: by a reference, or as a definition. */
function isLoaded(name: string, body: string): boolean {
  return (
    body.includes(`"tool_name":"${name}"`) ||
    new RegExp(`"type":"function",("[a-z_]+":[^{}]*,)?"name":"${name}"`).test(body) ||
    new RegExp(`\\\\+"name\\\\+":\\\\+"${name}\\\\+",\\\\+"parameters`).test(body)
  );
}
