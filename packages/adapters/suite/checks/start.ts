import { assertSame } from "@toolcrib/shared/suites";
import type { AdapterHarness, Agent, AgentSetup } from "../harness.ts";
import { createStrictProvider, type Move, type ScriptedModel, type StrictProvider } from "../strict-provider.ts";
import { suiteTools, type ToolRun } from "../suite-tools.ts";

export const find = (query: string): Move => ({ calls: [{ name: "find_tools", input: { query } }] });
export const call = (name: string, input: object): Move => ({ calls: [{ name, input }] });
export const say = (text: string): Move => ({ text });
export const post = { channel: "general", text: "The build is green." };
export const eager = ["clock_now"];

/** An agent, its scripted model, and the calls of its tools. */
export interface Started {
  readonly runs: ToolRun[];
  readonly provider: StrictProvider;
  readonly setup: AgentSetup;
  readonly agent: Agent;
}

type Start = (
  moves: readonly Move[] | ScriptedModel,
  given?: Partial<AgentSetup> & { readonly broken?: string },
) => Started;

/** Starts agents of a framework with the tools of the suite. */
export function starterFor(harness: AdapterHarness): Start {
  return (moves, { broken, ...given } = {}) => {
    const runs: ToolRun[] = [];
    const provider = createStrictProvider(harness.wire, moves);
    const setup = { tools: suiteTools(runs, broken), options: { eager }, fetch: provider.fetch, ...given };
    return { runs, provider, setup, agent: harness.createAgent(setup) };
  };
}

export function namesOf({ requests }: StrictProvider, number: number): readonly string[] | undefined {
  return requests[number - 1]?.tools.map(({ name }) => name);
}

/** The tools of a prompt, apart from the bridge's own. */
export function assertNames(names: readonly string[] | undefined, expected: readonly string[]): void {
  assertSame(names?.filter((name) => name !== "call_tool").toSorted(), expected, "the tools in the prompt");
}
