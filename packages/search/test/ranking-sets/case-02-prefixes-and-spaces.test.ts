import { describe, expect, it } from "vitest";
import { indexOf, readQueries } from "./ranking-set.ts";
import { testEach, testShare } from "./shares.ts";

const queries = readQueries("case-02-prefixes-and-spaces");
const fromSource = (source: string) => queries.filter((query) => query.source === source);

testEach("answers words that are a tool's name with that tool", fromSource("claude-code#66488"));
testShare("ranks what a tool does above the server's name", fromSource("claude-code#30466"), 0.9);

describe("Q2 a long server prefix in the query", () => {
  it.each([
    ["mcp__google_calendar", "delete an event"],
    ["mcp__kubernetes", "scale a deployment"],
    ["mcp__filesystem", "read a text file"],
    ["mcp__hubspot", "log a phone call"],
    ["mcp__workday", "pay statement of a worker"],
    ["mcp__codelens", "compiler errors and warnings"],
  ])("ranks the tool that the words ask for first: %s %s", async (prefix, words) => {
    const index = await indexOf("workshop");
    const bare = await index.search(words);
    const onServer = bare.hits.find(({ name }) => name.startsWith(prefix));
    const answer = await index.search(`${prefix} ${words}`);
    expect(onServer).toBeDefined();
    expect(answer.hits[0]?.name).toBe(onServer?.name);
  });
});
