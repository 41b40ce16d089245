import { describe, expect, it } from "vitest";
import { EngineMemory } from "../engine/index.ts";
import { prepareRequest, type Settings, type Tool } from "../index.ts";
import type { PolicyRule } from "../policy/index.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { bash, builtIn, catalogue, mcpTool, namesOf, request, slackSend } from "../testing/fixtures.ts";
import { decideDeferral } from "./deferral-decision.ts";

const decide = (tool: Tool, settings: Settings = {}) => decideDeferral(tool, resolveSettings(settings).rules);
const placement = (tool: Tool, ...policy: readonly PolicyRule[]) => decide(tool, { policy }).placement;

describe("the deferral decision", () => {
  it("E1.1 keeps a tool eager that is marked alwaysLoad, on itself or in MCP metadata", () => {
    expect(decide({ ...slackSend, alwaysLoad: true })).toEqual({ placement: "eager", reason: "always_load" });
    expect(decide({ ...slackSend, _meta: { "anthropic/alwaysLoad": true } }).placement).toBe("eager");
    expect(decide({ ...slackSend, _meta: { "anthropic/alwaysLoad": "yes" } }).placement).toBe("deferred");
    expect(placement({ ...slackSend, alwaysLoad: true }, { action: "defer", name: "*" })).toBe("eager");
  });

  it("E1.2 applies the first matching rule, by name, server or annotation", () => {
    expect(placement(slackSend, { action: "pin", name: "mcp__slack__*" })).toBe("eager");
    expect(placement(slackSend, { action: "pin", server: "SLACK" })).toBe("eager");
    expect(placement(bash, { action: "defer", name: "B?sh" })).toBe("deferred");
    expect(
      placement({ ...slackSend, annotations: { readOnlyHint: true } }, { action: "pin", annotation: "readOnlyHint" }),
    ).toBe("eager");
    expect(placement(slackSend, { action: "pin", annotation: "readOnlyHint" })).toBe("deferred");
    expect(placement(slackSend, { action: "pin", name: "mcp__slack__*", server: "github" })).toBe("deferred");
    expect(placement(bash, { action: "defer", server: "*" })).toBe("eager");
    expect(placement(slackSend, { action: "pin", name: "*" }, { action: "defer", name: "*" })).toBe("eager");
    expect(placement(slackSend, { action: "defer", name: "*" }, { action: "pin", name: "*" })).toBe("deferred");
  });

  it.each(["hide", "deny"] as const)(
    "E1.0 gives %s precedence over every other rule and mark, at any position",
    (action) => {
      const rule: PolicyRule = { action, name: "*" };

      expect(placement(slackSend, { action: "pin", server: "slack" }, rule)).toBe("hidden");
      expect(placement(slackSend, rule, { action: "pin", server: "slack" })).toBe("hidden");
      expect(placement({ ...slackSend, alwaysLoad: true }, rule)).toBe("hidden");
      expect(placement(slackSend, { action: "pin", name: "*" }, { action, server: "github" })).toBe("eager");
      expect(decide(builtIn("Agent"), { policy: [rule], deferBy: "flags" }).placement).toBe("hidden");
    },
  );

  it("E1.0 hides a tool from everybody, with search on or off, whatever its server says", () => {
    const policy: PolicyRule[] = [{ action: "hide", name: "*send_message" }];
    const tools = [bash, { ...slackSend, alwaysLoad: true }, mcpTool("slack", "list_channels")];

    expect(namesOf(prepareRequest(request({ tools, settings: { policy } })).tools)).not.toContain(slackSend.name);
    expect(namesOf(prepareRequest(request({ tools, settings: { policy, toolSearch: false } })).tools)).toEqual([
      "Bash",
      "mcp__slack__list_channels",
    ]);
  });

  it("E1.3 keeps the search tool and the communication tools eager, whatever the case and even under a catch-all rule", () => {
    expect(placement(builtIn("ToolSearch"), { action: "defer", name: "*" })).toBe("eager");
    expect(decide(builtIn("AskUser", { shouldDefer: true }), { communicationTools: ["askuser"] }).placement).toBe(
      "eager",
    );
    expect(decide({ type: "tool_search_tool_regex", name: "tool_search_tool_regex" }).reason).toBe("search_tool");
  });

  it.each(["Agent", "Task", "Brief", "agent"])(
    "E1.3 keeps %s, the agent's own communication tool, eager by default",
    (name) => {
      expect(decide(builtIn(name, { shouldDefer: true }))).toEqual({
        placement: "eager",
        reason: "communication_tool",
      });
      expect(decide(builtIn(name, { shouldDefer: true }), { communicationTools: [] }).placement).toBe("deferred");
      expect(decide(builtIn(name), { policy: [{ action: "defer", name }] }).placement).toBe("deferred");
    },
  );

  const keepSlack: PolicyRule = { action: "pin", server: "slack" };
  const keepEmail: PolicyRule = { action: "pin", server: "email" };
  it.each<[string, Settings, Settings]>([
    ["who decides", {}, { deferBy: "flags" }],
    ["the name of the search tool", {}, { searchToolName: "mcp__slack__send_message" }],
    ["a channel of communication", {}, { communicationTools: ["mcp__slack__send_message"] }],
    ["one rule more", { policy: [keepSlack] }, { policy: [keepSlack, keepEmail] }],
    ["one rule less", { policy: [keepSlack, keepEmail] }, { policy: [keepSlack] }],
    ["the last rule", { policy: [keepSlack, keepEmail] }, { policy: [keepSlack, { action: "hide", name: "Bash" }] }],
  ])("L2 decides again if the settings differ by %s", (_what, before, after) => {
    const memory = new EngineMemory();
    prepareRequest(request({ settings: before }), memory);

    expect(prepareRequest(request({ settings: after }), memory).tools).toEqual(
      prepareRequest(request({ settings: after })).tools,
    );
  });

  it("E1.4 defers the tools of MCP servers, known by field or by name", () => {
    expect(decide(slackSend)).toEqual({ placement: "deferred", reason: "mcp_tool" });
    expect(decide(builtIn("plain", { server: "slack" })).placement).toBe("deferred");
  });

  it("E1.5 defers a tool while its backend is starting, then follows its flags", () => {
    expect(decide(builtIn("Definition", { starting: true }))).toEqual({
      placement: "deferred",
      reason: "backend_starting",
    });
    expect(decide(builtIn("Definition", { starting: false })).placement).toBe("eager");
    expect(decide(builtIn("Definition", { starting: false, shouldDefer: true })).reason).toBe("should_defer");
  });

  it("E1.6 defers what is marked for it, and nothing else", () => {
    expect(decide(builtIn("Cron", { shouldDefer: true })).placement).toBe("deferred");
    expect(decide(builtIn("Cron", { defer_loading: true })).placement).toBe("deferred");
    expect(decide(bash)).toEqual({ placement: "eager", reason: "default" });
    expect(decide({ type: "web_search_20250305", name: "web_search" }).reason).toBe("provided_by_api");
  });

  it("E1.6 counts its decisions in the trace", () => {
    expect(prepareRequest(request()).trace).toContainEqual({
      step: "deferral-decision",
      eager: 2,
      deferred: 4,
      counts: { default: 1, mcp_tool: 4, search_tool: 1 },
    });
  });
});

describe("cache breakpoints", () => {
  const breakpoint = { type: "ephemeral" };

  it("E1.8 moves a breakpoint from a deferred tool to the last eager one", () => {
    const { tools } = prepareRequest(request({ tools: [bash, { ...slackSend, cache_control: breakpoint }] }));

    expect(tools.map(({ name, cache_control }) => [name, cache_control])).toEqual([
      ["Bash", undefined],
      ["ToolSearch", breakpoint],
      [slackSend.name, undefined],
    ]);
  });

  it("E1.8 leaves a breakpoint of an eager tool where it is", () => {
    const { tools } = prepareRequest(request({ tools: [{ ...bash, cache_control: breakpoint }, slackSend] }));

    expect(tools[0]).toMatchObject({ name: "Bash", cache_control: breakpoint });
    expect(tools.filter(({ cache_control }) => cache_control !== undefined)).toHaveLength(1);
  });

  it("E1.8 never puts both fields on one tool, not in the lean form either", () => {
    const tools = catalogue.map((tool) => ({ ...tool, cache_control: breakpoint }));
    const prepared = prepareRequest(request({ tools, settings: { undiscoveredTools: "omitted" } }));

    expect(prepared.tools.filter((tool) => tool.defer_loading === true && tool.cache_control !== undefined)).toEqual(
      [],
    );
  });

  it("E13.4, E1.8 treats a breakpoint on an MCP toolset as one on its last expanded tool", () => {
    const toolset = {
      type: "mcp_toolset",
      mcp_server_name: "calendar",
      cache_control: breakpoint,
      default_config: { defer_loading: true },
      configs: { first: { defer_loading: false }, last: { enabled: false } },
    };
    const search = { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" };
    const prepare = (tools: readonly object[]) =>
      prepareRequest(request({ tools: [search, bash, ...tools], searchTool: undefined })).tools;

    expect(prepare([toolset])).toEqual([
      search,
      { ...bash, cache_control: breakpoint },
      { ...toolset, cache_control: null },
    ]);
    const pinned = { ...toolset, tools: [{ name: "first" }, { name: "last" }] };
    expect(prepare([pinned])).toEqual([search, bash, pinned]);
  });

  it("E13.4 considers the last pinned tool of a toolset, not the first", () => {
    const toolset = { type: "mcp_toolset", mcp_server_name: "calendar", cache_control: breakpoint };
    const tools = [{ name: "eager" }, { name: "deferred" }];
    const configs = { eager: { defer_loading: false }, deferred: { defer_loading: true } };
    const search = { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" };
    const prepare = (entry: object) =>
      prepareRequest(request({ tools: [search, bash, entry], searchTool: undefined })).tools;
    const deferredLast = { ...toolset, configs, tools };
    const eagerLast = { ...toolset, configs, tools: tools.toReversed() };

    expect(prepare(deferredLast)).toEqual([
      search,
      { ...bash, cache_control: breakpoint },
      { ...deferredLast, cache_control: null },
    ]);
    expect(prepare(eagerLast)).toEqual([search, bash, eagerLast]);
  });
});
