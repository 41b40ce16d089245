import type { Message, Tool } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { ask } from "../testing/answering/ask.ts";
import { bm25Entry, call, deferred, regexEntry, result, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const withoutFlag = ({ defer_loading: _flag, ...given }: Tool): Tool => given;
const catalogue = [deferred("mcp__a__get_weather"), deferred("mcp__a__get_stocks")];
const hello = [user("Go.")];
/** A conversation in which a client found something with a search of its own name. */
const searched = (name: string): readonly Message[] => [
  user("Go."),
  { role: "assistant", content: [call("toolu_s", name, { q: "stocks" })] },
  user(result("toolu_s", [{ type: "tool_reference", tool_name: "mcp__a__get_stocks" }])),
];

describe("a call over the bridge that cannot run", () => {
  it.each([
    ["Claude Code's search", [tool("ToolSearch")], hello, 'ToolSearch with the query "select:mcp__a__get_weather"'],
    ["the API's regex search", [regexEntry], hello, 'tool_search_tool_regex with the pattern "mcp__a__get_weather"'],
    ["the API's BM25 search", [bm25Entry], hello, 'tool_search_tool_bm25 with the query "mcp__a__get_weather"'],
    [
      "a client's search of another name",
      [tool("find_tools")],
      searched("find_tools"),
      "load the tool first: find_tools.",
    ],
    ["the injected search", [], hello, 'ToolSearch with the query "select:mcp__a__get_weather"'],
    ["no search", [], hello, undefined],
  ] as const)("E12.2: recommends the search tool that the model has: %s", async (variant, search, messages, advice) => {
    const isInjected = variant === "the injected search";
    const given = isInjected ? catalogue.map(withoutFlag) : catalogue;
    const upstream = scriptedModel((_body, number) =>
      number === 1
        ? { calls: [{ name: "call_tool", input: { name: "mcp__a__get_weather", arguments: {} } }] }
        : { text: "ok" },
    );
    const body = { model: "m", max_tokens: 1000, messages, tools: [tool("Bash"), ...search, ...given] };
    const inject = isInjected ? "always" : "off";
    await ask(createAnswerRequest({ embedder: null }), { body, upstream, route: { loader: "bridge", inject } });
    const shown = JSON.stringify(upstream.bodies[1]?.messages.at(-1)).replaceAll('\\"', '"');
    const sent = upstream.bodies[1]?.tools?.map(({ name }) => String(name)) ?? [];

    if (advice === undefined) expect(shown).not.toMatch(/ToolSearch|select:|tool_search/);
    else expect(shown).toContain(advice);
    for (const name of ["ToolSearch", "tool_search_tool_regex", "tool_search_tool_bm25", "find_tools"]) {
      expect(shown.includes(name) && !sent.includes(name)).toBe(false);
    }
  });
});
