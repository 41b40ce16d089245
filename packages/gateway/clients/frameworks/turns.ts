import { type Turn, turnOf } from "../frame/turn.ts";
import type { Step } from "../upstream/steps.ts";

/** How many searches of the turns find something. */
export const remoteFinds = 2;

/** Five turns with the one MCP server that can be reached over HTTP. */
export const remoteTurns: readonly Turn[] = [
  turnOf([{ search: "sum of two numbers" }, sum(2, 3), { say: "The sum is 5." }]),
  turnOf([{ search: "echo a message" }, echo("hello"), { say: "It echoes." }]),
  turnOf([sum(4, 5), sum(6, 7), { say: "The sums are 9 and 13." }]),
  turnOf([echo("again"), { say: "It echoes again." }]),
  turnOf([{ say: "That is all." }]),
];

function sum(a: number, b: number): Step {
  return { call: "everything_get-sum", input: { a, b }, returns: `The sum of ${a} and ${b} is ${a + b}.` };
}

function echo(message: string): Step {
  return { call: "everything_echo", input: { message }, returns: `Echo: ${message}` };
}
