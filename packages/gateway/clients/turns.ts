import { answersIn, promptOf, type Step } from "./upstream/steps.ts";

/** A turn of the conversation, and what the client prints at its end. */
export interface Turn {
  readonly prompt: string;
  readonly expected: string;
  /** What the model says meanwhile, to the client and to itself as a subagent. */
  readonly answers: readonly string[];
}

const sum = (a: number, b: number): Step => ({
  call: "mcp__everything__get-sum",
  input: { a, b },
  returns: `The sum of ${a} and ${b} is ${a + b}.`,
});
const ada = { name: "Ada", entityType: "person", observations: ["likes tools"] };

/** Five turns with tools of two real MCP servers, a subagent with a search of its own, and a compaction. */
export const turns: readonly Turn[] = [
  turn([{ search: "select:mcp__everything__get-sum" }, sum(2, 3), { say: "The sum is 5." }]),
  turn([
    {
      agent: [
        { search: "select:mcp__everything__echo" },
        { call: "mcp__everything__echo", input: { message: "hello" }, returns: "Echo: hello" },
        { say: "Echoed." },
      ],
    },
    sum(5, 6),
    { say: "The agent is at work." },
  ]),
  turn([
    { search: "create entities in the memory" },
    { call: "mcp__memory__create_entities", input: { entities: [ada] }, returns: ada.name },
    { say: "Ada is known." },
  ]),
  { prompt: "/compact", expected: "", answers: [] },
  turn([{ search: "select:mcp__everything__get-sum" }, sum(4, 5), { say: "The sum is 9." }]),
  turn([
    { search: "select:mcp__memory__read_graph" },
    { call: "mcp__memory__read_graph", input: {}, returns: ada.name },
    { say: "Read." },
  ]),
];

function turn(steps: readonly [...Step[], { readonly say: string }]): Turn {
  const last = steps.at(-1) as { readonly say: string };
  return { prompt: promptOf(steps), expected: last.say, answers: answersIn(steps) };
}
