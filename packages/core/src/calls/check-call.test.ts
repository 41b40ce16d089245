import { describe, expect, it } from "vitest";
import { EngineMemory, planRequest } from "../engine/index.ts";
import {
  type ContentBlock,
  compactConversation,
  DeferralSession,
  type Message,
  prepareRequest,
  reloadTools,
  type Settings,
  type Tool,
} from "../index.ts";
import { assistant, call, catalogue, mcpTool, request, result, searched, textsOf, user } from "../testing/fixtures.ts";
import { WordIndex } from "../testing/word-index.ts";
import { type CallVerdict, checkCall } from "./index.ts";

const slack = "mcp__slack__send_message";

function check(
  name: string,
  input: unknown,
  messages: readonly Message[] = [user("Go.")],
  settings: Settings = {},
): CallVerdict {
  return new DeferralSession({ tools: catalogue, settings, createIndex: () => new WordIndex() }).checkCall(
    call("toolu_1", name, input),
    messages,
  );
}

function checkAgainst(tool: Tool, input: unknown): CallVerdict {
  const session = new DeferralSession({ tools: [tool], createIndex: () => new WordIndex() });
  return session.checkCall(call("toolu_1", tool.name as string, input), []);
}

const textOf = (verdict: CallVerdict) =>
  verdict.verdict === "refuse"
    ? textsOf({ role: "user", content: verdict.result.content as readonly ContentBlock[] })[0]
    : undefined;

describe("a call of a deferred tool that was not found", () => {
  it("E12.1 may run when its input is valid", () => {
    expect(check(slack, { text: "hi" })).toMatchObject({ verdict: "run", wasLoaded: false, tool: { name: slack } });
  });

  it("E12.1 must be loaded first if a setting says so", () => {
    const verdict = check(slack, { text: "hi" }, undefined, { runUnloadedCalls: false });

    expect(verdict).toMatchObject({ verdict: "refuse", reason: "not_loaded" });
    expect(textOf(verdict)).toContain(`"select:${slack}"`);
  });

  it("E12.2 is answered with path, schema and query if its input is invalid", () => {
    const verdict = check(slack, { text: 5 });

    expect(verdict).toMatchObject({
      verdict: "refuse",
      reason: "invalid_input",
      result: { tool_use_id: "toolu_1", is_error: true },
    });
    expect(textOf(verdict)).toBe(
      [
        `${slack} was not run: its input is not valid, and its schema had not been loaded.`,
        '- /text: Instance type "number" is invalid. Expected "string".',
        'Its input schema: {"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}',
        `Correct the call, or load the tool first: ToolSearch with the query "select:${slack}".`,
      ].join("\n"),
    );
  });

  it.each([
    ["tool_search_tool_regex", `tool_search_tool_regex with the pattern "${slack}"`],
    ["tool_search_tool_bm25", `tool_search_tool_bm25 with the query "${slack}"`],
  ])("E12.2 names the search tool that the model has: %s", (name, advice) => {
    const tools = [{ type: `${name}_20251119`, name }, ...catalogue];
    const plan = planRequest({ tools }, new EngineMemory());
    const verdict = (runUnloadedCalls: boolean, input: unknown) =>
      checkCall({
        call: call("toolu_1", slack, input),
        plan,
        loaded: [],
        searchToolName: "ToolSearch",
        runUnloadedCalls,
      });

    expect(textOf(verdict(true, {}))).toMatch(new RegExp(`load the tool first: ${advice}\\.$`));
    expect(textOf(verdict(false, { text: "hi" }))).toContain(`Load it first: ${advice}.`);
  });

  it("E12.2, E12.3 name no search tool if the model has none", () => {
    const plan = planRequest({ tools: catalogue }, new EngineMemory());
    const question = { plan, loaded: [], searchToolName: "ToolSearch", runUnloadedCalls: false };
    const texts = [
      checkCall({ ...question, call: call("toolu_1", slack, {}) }),
      checkCall({ ...question, call: call("toolu_1", slack, { text: "hi" }) }),
      checkCall({ ...question, call: call("toolu_1", "xyzzy", {}) }),
    ].map(textOf);

    expect(texts.join("\n")).not.toMatch(/ToolSearch|select:|search/i);
    const searchAdvice = { toolName: "find_tools" };
    const named = checkCall({ ...question, searchAdvice, call: call("toolu_1", slack, {}) });
    expect(textOf(named)).toContain("load the tool first: find_tools.");
  });

  it("E12.2 names what is missing", () => {
    expect(textOf(check(slack, {}))).toContain('- the input: Instance does not have required property "text".');
  });

  it("L1 runs if its schema has a dangling reference", () => {
    const broken = mcpTool("x", "y", { input_schema: { type: "object", $ref: "#/nowhere" } });

    expect(checkAgainst(broken, {})).toEqual({ verdict: "run", tool: broken, wasLoaded: false });
  });

  it("L1, P6 runs if validation would take too much work, and the verdict says so", () => {
    const endless = mcpTool("x", "y", { input_schema: { type: "object", $ref: "#" } });

    expect(checkAgainst(endless, {})).toEqual({ verdict: "run", tool: endless, wasLoaded: false, isUnchecked: true });
  });

  it("P6 is answered immediately if its pattern would backtrack for years", () => {
    const hostile = mcpTool("x", "y", {
      input_schema: { type: "object", properties: { text: { type: "string", pattern: "^(a+)+$" } } },
    });

    expect(textOf(checkAgainst(hostile, { text: `${"a".repeat(40)}!` }))).toContain("does not match pattern");
  });
});

describe("a call of a tool that is found but not loaded", () => {
  const compacted = compactConversation({ messages: searched(slack), kind: "full", summary: "So far." });
  const called = [user("Go."), assistant(call("toolu_0", slack, { text: "hi" })), user(result("toolu_0", "ok"))];
  const wrong = { text: 5 };

  it.each(["bridge", "native"] as const)(
    "E6.2, E12.2 is checked after a compaction removed its definition, until it is shown again (%s)",
    (loader) => {
      expect(check(slack, wrong, searched(slack), { loader })).toMatchObject({ verdict: "run", wasLoaded: true });
      expect(check(slack, wrong, compacted, { loader })).toMatchObject({ verdict: "refuse", reason: "invalid_input" });
      expect(check(slack, { text: "hi" }, compacted, { loader })).toMatchObject({ verdict: "run", wasLoaded: false });
      const shown = [...compacted, ...reloadTools([slack])];
      expect(check(slack, wrong, shown, { loader })).toMatchObject({ verdict: "run", wasLoaded: true });
    },
  );

  it.each(["bridge", "native"] as const)("E6.2, E12.2 is checked even if it was called before (%s)", (loader) => {
    expect(check(slack, wrong, called, { loader })).toMatchObject({ verdict: "refuse", reason: "invalid_input" });
  });

  it("E6.2 is checked after a compaction by the API that dropped it", () => {
    const block = { type: "compaction", content: "…" };
    const addition = { type: "tool_addition", tool: { type: "tool_reference", name: slack } };
    const after = (fields: object) => [...searched(slack), assistant({ ...block, ...fields }), user("On.")];

    expect(check(slack, wrong, after({}))).toMatchObject({ verdict: "refuse", reason: "invalid_input" });
    expect(check(slack, wrong, after({ tool_changes: [addition] }))).toMatchObject({ verdict: "run", wasLoaded: true });
  });

  it("E6.2 does not occur if found tools are in the tools list, or if search is off", () => {
    expect(check(slack, wrong, compacted, { loader: "append" })).toMatchObject({ verdict: "run", wasLoaded: true });
    expect(check(slack, wrong, compacted, { loader: "eager" })).toMatchObject({ verdict: "run", wasLoaded: true });
    expect(check(slack, wrong, [user("Go.")], { toolSearch: false })).toMatchObject({
      verdict: "run",
      wasLoaded: true,
    });
  });

  it("E6.2 is found and not loaded in a prepared request, also with a memory of earlier requests", () => {
    const memory = new EngineMemory();
    const prepare = (messages: readonly Message[]) =>
      prepareRequest(request({ messages, settings: { loader: "bridge" } }), memory);

    expect(prepare(searched(slack))).toMatchObject({ found: [slack], loaded: [slack] });
    expect(prepare(compacted)).toMatchObject({ found: [slack], loaded: [] });
    expect(prepare([...compacted, ...reloadTools([slack])])).toMatchObject({ found: [slack], loaded: [slack] });
  });
});

describe("a call of another tool", () => {
  it("E12.1 runs without a check when the tool is loaded or eager", () => {
    expect(check(slack, { wrong: true }, searched(slack))).toMatchObject({ verdict: "run", wasLoaded: true });
    expect(check("Bash", {})).toMatchObject({ verdict: "run", wasLoaded: true });
  });

  it("E12.3 is an error with the nearest names when there is no such tool", () => {
    const verdict = check("mcp__slack__send_mesage", { text: "hi" });

    expect(verdict).toMatchObject({ verdict: "refuse", reason: "unknown_tool" });
    expect(textOf(verdict)).toBe(
      'There is no tool "mcp__slack__send_mesage"; nothing was run. Nearest names: mcp__slack__send_message, mcp__email__send_email.',
    );
  });

  it("E12.3, F42, F43 never leads to a hidden tool or one of a similar name, and lists at most three", () => {
    const settings: Settings = { policy: [{ action: "hide", name: slack }] };

    expect(check(slack, { text: "hi" }, undefined, settings)).toMatchObject({
      verdict: "refuse",
      reason: "unknown_tool",
    });
    expect(check("send_message", { text: "hi" }).verdict).toBe("refuse");
    expect(textOf(check("DeferredToolPlaceholder", {}))).toContain("Search with ToolSearch.");
  });

  it("E12.3 recognises a search", () => {
    expect(check("ToolSearch", { query: "x" })).toEqual({ verdict: "search" });
  });

  it("P1 throws for a value that is not a call", () => {
    const session = new DeferralSession({ createIndex: () => new WordIndex() });

    expect(() => session.checkCall({ type: "tool_use", id: "x" } as never, [])).toThrow(
      /expected a tool_use block with id and name/,
    );
  });
});
