import { type Turn, turnOf } from "../frame/turn.ts";
import type { Step } from "../upstream/steps.ts";

const sum = (a: number, b: number): Step => ({
  call: "mcp__everything__get-sum",
  input: { a, b },
  returns: `The sum of ${a} and ${b} is ${a + b}.`,
});
const ada = { name: "Ada", entityType: "person", observations: ["likes tools"] };

/** How many searches of the turns find something: the loader `append` adds the found tool to the list each time. */
export const finds = 5;

/** Five turns with tools of two real MCP servers, a subagent with a search of its own, and a compaction. */
export const turns: readonly Turn[] = [
  turnOf([{ search: "select:mcp__everything__get-sum" }, sum(2, 3), { say: "The sum is 5." }]),
  turnOf([
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
  turnOf([
    { search: "create entities in the memory" },
    { call: "mcp__memory__create_entities", input: { entities: [ada] }, returns: ada.name },
    { say: "Ada is known." },
  ]),
  { prompt: "/compact", expected: "", answers: [] },
  turnOf([{ search: "select:mcp__everything__get-sum" }, sum(4, 5), { say: "The sum is 9." }]),
  turnOf([
    { search: "select:mcp__memory__read_graph" },
    { call: "mcp__memory__read_graph", input: {}, returns: ada.name },
    { say: "Read." },
  ]),
];
