import { describe, expect, it } from "vitest";
import type { CreateIndex } from "../engine/session/catalogue-index.ts";
import type { Settings } from "../index.ts";
import { bash, builtIn, call, catalogue, mcpTool, reference } from "../testing/fixtures.ts";
import { search, sessionWith, textOf } from "../testing/searching.ts";
import { WordIndex } from "../testing/word-index.ts";

const slack = "mcp__slack__send_message";
const email = "mcp__email__send_email";

describe("a search call", () => {
  it.each([
    ["3", 3],
    [2.5, 2],
    [10_000, 9],
    [1_000_000, 9],
    [null, 5],
  ])("E5.1, P1 accepts max_results %j", async (maxResults, count) => {
    const tools = Array.from({ length: 9 }, (_, index) => mcpTool("many", `send_${index}`));

    expect((await search({ query: "send", max_results: maxResults }, { tools })).found).toHaveLength(count);
  });

  it("E5.2 lists unknown names next to the found ones", async () => {
    const answer = await search({ query: `select:${slack},nowhere` });

    expect(answer.result.content).toEqual([reference(slack)]);
    expect(answer.note?.text).toBe("Not found: nowhere.");
  });

  it("E5.3 finds a full name even if it is eager", async () => {
    expect((await search({ query: "Bash" })).found).toEqual(["Bash"]);
  });

  it("E5.5 contains references only", async () => {
    const { result, trace } = await search({ query: "slack" });

    expect(result).toEqual({
      type: "tool_result",
      tool_use_id: "toolu_1",
      content: [reference("mcp__slack__list_channels"), reference(slack)],
    });
    expect(trace).toMatchObject({ step: "search-call", query: "slack", searched: 4, matched: 2, isIndexBroken: false });
  });

  it("E5.5, L6 explains an empty answer: how much was searched, servers, nearest names", async () => {
    const own = sessionWith({ settings: { serverWaitMilliseconds: 1 } });
    own.setServer("late", "connecting");
    own.setServer("broken", "failed");
    own.setServer("unused", "disabled");
    const answer = await own.answerSearch(call("toolu_1", "ToolSearch", { query: "weather" }));

    expect(answer.result.is_error).toBeUndefined();
    expect(textOf(answer)).toBe(
      'No tool found for "weather"; searched 4 tools. Still connecting, search again soon: late. Failed to connect: broken. Disabled: unused. ' +
        "Nearest names: mcp__email__send_email, mcp__github__create_issue, mcp__slack__list_channels.",
    );
  });

  it("L6 reports an empty query", async () => {
    expect(textOf(await search({ query: "  " }))).toMatch(/^The query is empty; searched 4 tools\./);
  });

  it("E5.5 waits a limited time for a connecting server, and finds its tools", async () => {
    const timers: number[] = [];
    const own = sessionWith({
      startTimer: (milliseconds) => {
        timers.push(milliseconds);
        return { restart() {}, stop() {} };
      },
    });
    own.setServer("weather", "connecting");
    const answer = own.answerSearch(call("toolu_1", "ToolSearch", { query: "forecast" }));
    await expect.poll(() => timers).toHaveLength(1);
    own.setServer("weather", "ready", [mcpTool("weather", "forecast")]);

    expect((await answer).found).toEqual(["mcp__weather__forecast"]);
    expect((await answer).trace.hasWaited).toBe(true);
    expect(timers).toEqual([5_000]);
  });

  it("E5.5 finds the tools of a server that connects during the search", async () => {
    const own = sessionWith();
    own.setServer("weather", "connecting");
    const answer = own.answerSearch(call("toolu_1", "ToolSearch", { query: "forecast" }));
    own.setServer("weather", "ready", [mcpTool("weather", "forecast")]);

    expect((await answer).found).toEqual(["mcp__weather__forecast"]);
  });

  it("E5.5 waits no longer than that, and not at all if there is a hit", async () => {
    const own = sessionWith({
      startTimer: (_milliseconds, onEnd) => {
        queueMicrotask(onEnd);
        return { restart() {}, stop() {} };
      },
    });
    own.setServer("weather", "connecting");

    expect((await own.answerSearch(call("toolu_1", "ToolSearch", { query: "forecast" }))).found).toEqual([]);
    expect((await own.answerSearch(call("toolu_1", "ToolSearch", { query: "slack" }))).trace.hasWaited).toBe(false);
  });

  it("E5.6, F1b, F1e never finds itself, a hidden tool or an ephemeral one", async () => {
    const settings: Settings = { policy: [{ action: "hide", name: email }] };
    const tools = [...catalogue, builtIn("WaitForServers", { transient: true, shouldDefer: true })];
    const query = { query: `select:ToolSearch,${email},WaitForServers` };

    expect((await search(query, { tools, settings })).found).toEqual([]);
    expect((await search({ query: "toolsearch waitforservers send" }, { tools, settings })).found).toEqual([slack]);
  });

  it("L5 gives the same answer when repeated", async () => {
    const own = sessionWith();
    const answers = await Promise.all(
      [1, 2].map(() => own.answerSearch(call("toolu_1", "ToolSearch", { query: "send" }))),
    );

    expect(answers[0]).toEqual(answers[1]);
  });

  it("L1, F68 matches names if the index fails", async () => {
    const createIndex: CreateIndex = () => ({
      specificationVersion: "v1",
      sync() {},
      search() {
        throw new Error("disk full");
      },
    });

    expect((await search({ query: "slack message" }, { createIndex })).found).toEqual(
      ["mcp__slack__list_channels", slack].toSorted(),
    );
    const selected = await search({ query: `select:${email},nowhere` }, { createIndex });
    expect(selected).toMatchObject({ found: [email], trace: { isIndexBroken: true } });
    expect(selected.note?.text).toContain("Not found: nowhere.");
  });

  it("L1 does not return tools that are in the index but no longer in the catalogue", async () => {
    const createIndex: CreateIndex = () => ({
      specificationVersion: "v1",
      sync() {},
      search: () => ({ hits: [{ name: "gone" }, { name: slack }], searched: 2, matched: 2, notFound: [], nearest: [] }),
    });

    expect((await search({ query: "x" }, { createIndex })).found).toEqual([slack]);
  });

  it("E5.5, F39 returns an eager tool if no deferred one matches, so that the model does not search in circles", async () => {
    expect((await search({ query: "bash" }, { tools: [bash, mcpTool("a", "b")] })).found).toEqual(["Bash"]);
  });

  it("E5.8 updates the index when a server connects, changes its list or disconnects, and not otherwise", async () => {
    const index = new WordIndex();
    const own = sessionWith({ createIndex: () => index });
    const ask = () => own.answerSearch(call("toolu_1", "ToolSearch", { query: "forecast" }));
    await ask();
    await ask();
    expect(index.syncCount).toBe(1);
    own.setServer("weather", "ready", [mcpTool("weather", "forecast")]);
    expect((await ask()).found).toEqual(["mcp__weather__forecast"]);
    own.setServer("weather", "ready", [mcpTool("weather", "forecast")]);
    await ask();
    expect(index.syncCount).toBe(2);
    own.removeServer("weather");
    expect((await ask()).found).toEqual([]);
    expect(index.syncCount).toBe(3);
  });

  it("E15 is marked so that a user interface can fold it away", async () => {
    expect((await search({ query: "slack" })).display).toEqual({
      isFoldedAway: true,
      visibleName: "",
      group: "tool-search",
      countsInGroup: false,
    });
  });
});
