import type { Step } from "../upstream/steps.ts";
import { type Turn, turnOf } from "./turn.ts";

/** How the model sees a tool of an MCP server: clients name them differently. */
export type NameTool = (server: string, tool: string) => string;

interface FiveTurnsOptions {
  /** Someone whom the knowledge graph does not have yet. */
  readonly person?: string;
  /** How the model puts its answers. */
  readonly formatAnswer?: (text: string) => string;
}

/** How many searches of the turns find something. */
export const finds = 4;

/** Five turns with tools of two real MCP servers. One calls a tool that was found in an earlier turn. */
export function fiveTurns(
  nameOf: NameTool,
  { person = "Ada", formatAnswer = (text) => text }: FiveTurnsOptions = {},
): readonly Turn[] {
  const call = (server: string, tool: string, input: Readonly<Record<string, unknown>>, returns: string): Step => ({
    call: nameOf(server, tool),
    input,
    returns,
  });
  const search = (words: string, server: string): Step => ({ search: words, paths: [server] });
  const say = (text: string) => ({ say: formatAnswer(text) });
  const sum = (a: number, b: number): Step =>
    call("everything", "get-sum", { a, b }, `The sum of ${a} and ${b} is ${a + b}.`);
  const entity = { name: person, entityType: "person", observations: ["likes tools"] };
  return [
    turnOf([search("sum of two numbers", "everything"), sum(2, 3), say("The sum is 5.")]),
    turnOf([
      search("echo a message", "everything"),
      call("everything", "echo", { message: "hello" }, "Echo: hello"),
      say("It echoes."),
    ]),
    turnOf([
      search("create entities in the knowledge graph", "memory"),
      call("memory", "create_entities", { entities: [entity] }, person),
      say(`${person} is known.`),
    ]),
    turnOf([sum(4, 5), sum(6, 7), say("The sums are 9 and 13.")]),
    turnOf([
      search("read the whole knowledge graph", "memory"),
      call("memory", "read_graph", {}, person),
      say("It is in the graph."),
    ]),
  ];
}
