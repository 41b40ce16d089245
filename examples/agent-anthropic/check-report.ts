import type { ExampleReport } from "./run-example.ts";

/** Everything that must be true of a run; what is not is returned, in words. */
export function findFaults(report: ExampleReport): string[] {
  const checks: readonly (readonly [claim: string, isTrue: boolean])[] = [
    ["the catalogue has 150 tools", report.tools === 150],
    ["three servers from npm are connected", report.servers === 3],
    ["the endpoint refused nothing", report.rejected.length === 0],
    ["the agent took five turns", report.turns.length === 5],
    ["it called two tools of two servers", calledServers(report).join() === "everything,memory"],
    ["the sum came from the server", report.results[0]?.includes("The sum of 19 and 23 is 42.") === true],
    ["the memory server wrote it down", report.memory.includes("19 and 23 make 42")],
    [
      "every turn sent less than a third of what it would have",
      report.turns.every((turn) => turn.promptTokens * 3 < turn.tokensWithoutDeferral),
    ],
    [
      "every turn found all of the turn before in the cache",
      report.turns.every((turn, index) => turn.cachedTokens === (report.turns[index - 1]?.promptTokens ?? 0)),
    ],
    ["the agent answered", report.answer.includes("42")],
  ];
  return checks.filter(([, isTrue]) => !isTrue).map(([claim]) => `Not true: ${claim}.`);
}

function calledServers({ turns }: ExampleReport): string[] {
  return turns.flatMap(({ called }) => called.flatMap((name) => /^mcp__(.+?)__/.exec(name)?.[1] ?? []));
}
