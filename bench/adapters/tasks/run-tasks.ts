import type { Agent, AgentSetup } from "../../../packages/adapters/suite/adapter-suite.ts";
import { createStrictProvider, type Move, type Wire } from "../../../packages/adapters/suite/strict-provider.ts";
import type { SuiteTool } from "../../../packages/adapters/suite/suite-tools.ts";

export interface TaskTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: "object"; readonly properties?: object };
}

export interface Task {
  readonly query: string;
  /** The tools that do it, each alone. */
  readonly tools: readonly string[];
}

type Call = NonNullable<Move["calls"]>[number];

/** A framework, and what it does with its tools. */
export interface FrameworkSystem {
  readonly framework: string;
  /** The package whose version is reported. */
  readonly package: string;
  /** Where the package is installed. Default: the root. */
  readonly packageFolder?: string;
  readonly title: string;
  readonly wire: Wire;
  /** How the model searches; undefined if all tools are in the prompt. */
  readonly search?: (query: string) => Call;
  /** How the model loads a tool that a search named without loading it. Default: a search for `select:` and the name. */
  readonly select?: (name: string) => Call;
  createAgent(setup: Omit<AgentSetup, "options">): Agent & { close?(): void };
}

export interface TaskResult {
  readonly found: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  /** Wall time of the agent for one call of the model, with an API that answers at once. */
  readonly millisecondsPerCall: number;
}

const tasksPerConversation = 5;
const charactersPerToken = 4;

/** Plays the tasks in conversations of five. The first conversation is played twice, and timed the second time. */
export async function runTasks(
  system: FrameworkSystem,
  given: readonly TaskTool[],
  tasks: readonly Task[],
): Promise<TaskResult> {
  const conversations = Array.from({ length: Math.ceil(tasks.length / tasksPerConversation) }, (_, index) =>
    tasks.slice(index * tasksPerConversation, (index + 1) * tasksPerConversation),
  );
  const session = createSession(system, given);
  for (const task of conversations[0] ?? []) await session.play(task);
  session.reset();
  const start = performance.now();
  for (const conversation of conversations) {
    session.startConversation();
    for (const task of conversation) await session.play(task);
  }
  const milliseconds = performance.now() - start;
  session.close();
  return { ...session.result(), millisecondsPerCall: milliseconds / session.result().calls };
}

function createSession(system: FrameworkSystem, given: readonly TaskTool[]) {
  const called = new Set<string>();
  const tools = given.map(
    ({ name, description, input_schema }): SuiteTool => ({
      name,
      description,
      // Without required arguments, so that the script need not invent them.
      inputSchema: { type: "object", properties: input_schema.properties ?? {}, required: [] } as never,
      execute: () => {
        called.add(name);
        return "Done.";
      },
    }),
  );
  let task: Task = { query: "", tools: [] };
  let searches = 0;
  let seenParts = 0;
  const { search, select = (name: string) => search?.(`select:${name}`) } = system;
  const model = createStrictProvider(system.wire, ({ tools: list, text }, parts): Move => {
    const added = parts.slice(seenParts);
    seenParts = parts.length;
    if (task.tools.some((tool) => called.has(tool))) return { text: "Done." };
    const callable = task.tools.find((tool) => list.some(({ name }) => name === tool) || isLoaded(tool, text));
    if (callable !== undefined) return { calls: [{ name: callable, input: {} }] };
    if (search === undefined || searches > 1) return { text: "I cannot do that." };
    searches += 1;
    if (searches === 1) return { calls: [search(task.query)] };
    const offered = task.tools.find((tool) => added.some((part) => part.includes(tool)));
    const call = offered === undefined ? undefined : select(offered);
    return call === undefined ? { text: "I cannot do that." } : { calls: [call] };
  });
  const agent = system.createAgent({ tools, fetch: model.fetch });
  let history: readonly unknown[] = [];
  let found = 0;
  let skipped = 0;
  return {
    startConversation() {
      history = [];
      seenParts = 0;
    },
    /** Forgets the requests so far. */
    reset() {
      skipped = model.requests.length;
      found = 0;
    },
    async play(next: Task) {
      task = next;
      searches = 0;
      called.clear();
      ({ history } = await agent.run(history, task.query));
      if (task.tools.some((tool) => called.has(tool))) found += 1;
    },
    close() {
      agent.close?.();
    },
    result(): Omit<TaskResult, "millisecondsPerCall"> {
      if (model.rejected.length > 0) throw new Error(`${system.title}: the API rejected: ${model.rejected[0]}`);
      const requests = model.requests.slice(skipped);
      const sum = (values: readonly number[]) =>
        Math.round(values.reduce((total, value) => total + value, 0) / charactersPerToken);
      return {
        found,
        calls: requests.length,
        promptTokens: sum(requests.map(({ characters }) => characters)),
        cachedTokens: sum(requests.map(({ charactersReused }) => charactersReused)),
      };
    },
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
