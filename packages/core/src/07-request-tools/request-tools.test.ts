import { describe, expect, it } from "vitest";
import { diagnoseCacheBreak, fingerprintRequest } from "../cache/index.ts";
import { type Message, prepareRequest, type Settings, type Tool } from "../index.ts";
import { deferredToolPlaceholder, type LoaderName } from "../loaders/index.ts";
import { bash, builtIn, catalogue, mcpTool, namesOf, request, searched, user } from "../testing/fixtures.ts";

const slack = "mcp__slack__send_message";
const email = "mcp__email__send_email";
const nothingFound = [user("Hello.")];
const toolsWith = (settings: Settings, messages: readonly Message[] = nothingFound) =>
  prepareRequest(request({ settings, messages })).tools;

describe("the tools of a request", () => {
  it("E7 are all tools on the native loader, with found and undiscovered ones deferred", () => {
    const tools = toolsWith({}, searched(slack));

    expect(tools.map(({ name, defer_loading }) => [name, defer_loading])).toEqual([
      ["Bash", undefined],
      ["ToolSearch", undefined],
      ["mcp__email__send_email", true],
      ["mcp__github__create_issue", true],
      ["mcp__slack__list_channels", true],
      ["mcp__slack__send_message", true],
    ]);
  });

  it("E7 are the eager ones, a placeholder and the found ones on the native loader if undiscovered ones are omitted", () => {
    expect(toolsWith({ undiscoveredTools: "omitted" })).toEqual([
      expect.anything(),
      expect.anything(),
      deferredToolPlaceholder,
    ]);
    const tools = toolsWith({ undiscoveredTools: "omitted" }, searched(slack, email));
    expect(namesOf(tools)).toEqual(["Bash", "ToolSearch", "DeferredToolPlaceholder", slack, email]);
    expect(tools.slice(2).every(({ defer_loading }) => defer_loading === true)).toBe(true);
  });

  it.each(["eager", "deferred"])(
    "E13.5 are all sent, even if undiscovered ones are to be omitted, if an %s tool is strict",
    (placement) => {
      const isStrict = (name: string | undefined) => name === (placement === "eager" ? "Bash" : email);
      const tools = catalogue.map((tool) => (isStrict(tool.name) ? { ...tool, strict: true } : tool));
      const settings: Settings = { undiscoveredTools: "omitted" };
      const fingerprint = (messages: readonly Message[]) =>
        fingerprintRequest({ ...prepareRequest(request({ tools, settings, messages })), model: "m", messages: [] });
      const sent = prepareRequest(request({ tools, settings, messages: nothingFound })).tools;

      expect(prepareRequest(request({ tools, settings, messages: searched(slack, email) })).tools).toEqual(sent);
      expect(diagnoseCacheBreak(fingerprint(nothingFound), fingerprint(searched(email))).isGrammarRebuilt).toBe(false);
    },
  );

  it("E7 are all sent if the API itself searches, even if undiscovered ones are to be omitted", () => {
    const serverSearch = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
    const tools = prepareRequest(
      request({ tools: [serverSearch, ...catalogue], settings: { undiscoveredTools: "omitted" } }),
    ).tools;

    expect(namesOf(tools)).toContain(email);
  });

  it("E7 are the eager ones and then the found ones, in the order found, on the append loader", () => {
    const tools = toolsWith({ loader: "append" }, searched(slack, email));

    expect(namesOf(tools)).toEqual(["Bash", "ToolSearch", slack, email]);
    expect(JSON.stringify(tools)).not.toContain("defer_loading");
  });

  it("E7 never change during a conversation on the bridge", () => {
    const tools = toolsWith({ loader: "bridge" });

    expect(namesOf(tools)).toEqual(["Bash", "ToolSearch", "call_tool"]);
    expect(toolsWith({ loader: "bridge" }, searched(slack))).toEqual(tools);
  });

  it("E7 rename the bridge's tool if the client has one of that name", () => {
    const tools = [...catalogue, builtIn("call_tool")];
    const prepared = prepareRequest(request({ tools, settings: { loader: "bridge" } }));

    expect(prepared.wrapper?.tool.name).toBe("call_tool_2");
    expect(namesOf(prepared.tools)).toEqual(["Bash", "call_tool", "ToolSearch", "call_tool_2"]);
  });

  it.each([
    ["native", {}, ["Bash", "ToolSearch", email, "mcp__github__create_issue", "mcp__slack__list_channels", slack]],
    ["native", { undiscoveredTools: "omitted" }, ["Bash", "ToolSearch", "DeferredToolPlaceholder", slack]],
    ["append", {}, ["Bash", "ToolSearch", slack]],
    ["bridge", {}, ["Bash", "ToolSearch", "call_tool", slack]],
  ] as const)("E7, E3.2 include a deferred tool that is forced, and no other (%s, %j)", (loader, settings, names) => {
    const prepare = (toolChoice: { type: string; name?: string }) =>
      prepareRequest(request({ toolChoice, settings: { loader, ...settings } })).tools;
    const tools = prepare({ type: "tool", name: slack });

    expect(namesOf(tools)).toEqual(names);
    expect(tools.find(({ name }) => name === slack)).not.toHaveProperty("defer_loading");
    expect(prepare({ type: "tool", name: "Bash" })).toEqual(prepare({ type: "auto" }));
  });

  it("E7, L8 are unchanged on the eager loader", () => {
    expect(toolsWith({ loader: "eager" }, searched(slack))).toEqual(catalogue);
  });

  it.each(["native", "append", "bridge"] satisfies LoaderName[])(
    "L3, F62 do not depend on the order in which servers list their tools (%s)",
    (loader) => {
      const [first, ...ofServers] = catalogue;
      const shuffled = [first as (typeof catalogue)[0], ...ofServers.toReversed()];
      const prepare = (tools: typeof catalogue) =>
        JSON.stringify(prepareRequest(request({ tools, messages: searched(slack), settings: { loader } })));

      expect(prepare(shuffled)).toBe(prepare(catalogue));
    },
  );

  it.each(["native", "append", "bridge"] satisfies LoaderName[])(
    "E7, L3 keep the caller's order if they are eager; tools of servers are sorted among their positions (%s)",
    (loader) => {
      const breakpoint = { type: "ephemeral" };
      const eager = (last: Partial<Tool>) => [
        mcpTool("b", "one", { alwaysLoad: true }),
        bash,
        mcpTool("a", "one", { alwaysLoad: true }),
        builtIn("Read", last),
      ];
      const sent = (tools: readonly Tool[]) =>
        prepareRequest(request({ tools: [...tools, ...catalogue.slice(1)], settings: { loader } })).tools.slice(0, 4);
      const marked = sent(eager({ cache_control: breakpoint }));

      expect(namesOf(marked)).toEqual(["mcp__a__one", "Bash", "mcp__b__one", "Read"]);
      expect(marked.map(({ cache_control }) => cache_control)).toEqual([undefined, undefined, undefined, breakpoint]);
      const [first, own, second, last] = eager({}) as [Tool, Tool, Tool, Tool];
      expect(JSON.stringify(sent([second, own, first, last]))).toBe(JSON.stringify(sent([first, own, second, last])));
    },
  );

  it("L3 keep a cache breakpoint in its place when tools of servers are sorted", () => {
    const marked = { alwaysLoad: true, cache_control: { type: "ephemeral" } };
    const listed = [bash, mcpTool("b", "one", { alwaysLoad: true }), mcpTool("a", "one", marked)];
    const { tools } = prepareRequest(request({ tools: [...listed, ...catalogue.slice(1)] }));

    expect(tools.slice(0, 3).map(({ name, cache_control }) => [name, cache_control])).toEqual([
      ["Bash", undefined],
      ["mcp__a__one", undefined],
      ["mcp__b__one", { type: "ephemeral" }],
    ]);
  });

  it("L3 keep everything before a find byte for byte in the lean form", () => {
    const before = JSON.stringify(toolsWith({ undiscoveredTools: "omitted" }, searched(slack)));
    const after = JSON.stringify(toolsWith({ undiscoveredTools: "omitted" }, searched(slack, email)));

    expect(after.startsWith(before.slice(0, -1))).toBe(true);
  });
});
