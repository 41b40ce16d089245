import { describe, expect, it } from "vitest";
import { prepareRequest } from "../index.ts";
import { assistant, bash, catalogue, mcpTool, request, searched, slackSend, user } from "../testing/fixtures.ts";
import type { WireTool } from "../tools/index.ts";
import { type CachedRequest, diagnoseCacheBreak, fingerprintRequest, type KnownHashes } from "./index.ts";

const messages = [user("Hello."), assistant("Hi.")];
const base: CachedRequest = { model: "m", tools: [bash as WireTool], system: "Be kind.", messages };
const image = { type: "image", source: {} };
const document = { type: "document", citations: { enabled: true } };

function diagnose(changes: Partial<CachedRequest>, before: CachedRequest = base) {
  return diagnoseCacheBreak(fingerprintRequest(before), fingerprintRequest({ ...before, ...changes })).breaks;
}

describe("the fingerprint", () => {
  it("E13.1 leaves deferred tools out", () => {
    const deferred = { ...slackSend, defer_loading: true } as WireTool;
    const toolset = { type: "mcp_toolset", mcp_server_name: "x", default_config: { defer_loading: true } } as WireTool;

    expect(fingerprintRequest({ ...base, tools: [bash as WireTool, deferred, toolset] })).toEqual(
      fingerprintRequest(base),
    );
  });

  it("E13.1 has a hash for each level", () => {
    const { tools, system, messages: ofMessages } = fingerprintRequest(base);

    expect(tools).toEqual([{ name: "Bash", hash: expect.stringMatching(/^[0-9a-f]{16}$/) }]);
    expect(system).toMatch(/^[0-9a-f]{16}$/);
    expect(ofMessages).toHaveLength(2);
  });

  it("E13.1 does not depend on cache breakpoints or on whether a text is a string or a block", () => {
    const blocks = [
      { role: "user", content: "Hello." },
      assistant({ type: "text", text: "Hi.", cache_control: { type: "ephemeral" } } as never),
    ] as const;

    expect(diagnose({ messages: blocks })).toEqual([]);
  });
});

describe("the diagnosis of a cache break", () => {
  it("E13.1 is the same with hashes cached between requests", () => {
    const hashes: KnownHashes = new WeakMap();
    const later = { ...base, messages: [user("Hello, you."), ...messages.slice(1), user("And now?")] };

    expect([base, later, base].map((each) => fingerprintRequest(each, hashes))).toEqual(
      [base, later, base].map((each) => fingerprintRequest(each)),
    );
    expect(hashes.has(bash)).toBe(true);
  });

  it("E13.2 reports nothing for a conversation that continues", () => {
    expect(diagnose({ messages: [...messages, user("More.")] })).toEqual([]);
  });

  it.each([
    [{ model: "n" }, { level: "tools", cause: "model", detail: "m became n" }],
    [
      { tools: [{ ...bash, description: "New." } as WireTool] },
      { level: "tools", cause: "tool_definition", detail: "changed: Bash" },
    ],
    [
      { tools: [bash, slackSend] as WireTool[] },
      { level: "tools", cause: "tool_definition", detail: "added: mcp__slack__send_message" },
    ],
    [{ tools: [] }, { level: "tools", cause: "tool_definition", detail: "removed: Bash" }],
    [
      { tools: [bash, { type: "web_search_20250305", name: "web_search" }] as WireTool[] },
      { level: "system", cause: "web_search_switch", detail: "switched on" },
    ],
    [
      { tools: [bash, { type: "web_fetch_20250910", name: "web_fetch" }] as WireTool[] },
      { level: "system", cause: "web_fetch_switch", detail: "switched on" },
    ],
    [{ system: "Be brief." }, { level: "system", cause: "system", detail: "the system prompt changed" }],
    [
      { tool_choice: { type: "none" } },
      { level: "messages", cause: "tool_choice", detail: '{"type":"auto"} became {"type":"none"}' },
    ],
    [
      { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
      { level: "messages", cause: "parallel_switch", detail: "switched on" },
    ],
    [
      { thinking: { type: "enabled" } },
      { level: "messages", cause: "thinking_settings", detail: "the thinking settings changed" },
    ],
    [
      { messages: [user("Hullo."), assistant("Hi.")] },
      { level: "messages", cause: "message_history", detail: "message 0 changed" },
    ],
    [{ messages: [user("Hello.")] }, { level: "messages", cause: "message_history", detail: "message 1 was removed" }],
    [{ messages: [...messages, user(image)] }, { level: "messages", cause: "image_presence", detail: "switched on" }],
    [
      { messages: [...messages, user(document)] },
      { level: "system", cause: "citations_switch", detail: "switched on" },
    ],
  ] satisfies [Partial<CachedRequest>, object][])("E13.2 reports the level and cause of %j", (changes, expected) => {
    expect(diagnose(changes)).toEqual([expected]);
  });

  it.each(["web_search_20250305", "web_fetch_20250910"])(
    "E13.2 distinguishes a changed %s from one that is switched off",
    (type) => {
      const webTool = { type, name: "web", max_uses: 5 } as WireTool;
      const before = { ...base, tools: [bash as WireTool, webTool] };
      const detailsOf = (tools: readonly WireTool[]) => diagnose({ tools }, before).map(({ detail }) => detail);

      expect(detailsOf([bash as WireTool, { ...webTool, max_uses: 6 } as WireTool])).toEqual(["changed"]);
      expect(detailsOf([bash as WireTool])).toEqual(["switched off"]);
    },
  );

  it("E13.2 reports a changed order of tools", () => {
    const tools = [bash, slackSend] as WireTool[];

    expect(diagnose({ tools: tools.toReversed() }, { ...base, tools })).toEqual([
      { level: "tools", cause: "tool_definition", detail: "the order changed" },
    ]);
  });

  it("E13.2 lists all causes, the most expensive first", () => {
    expect(diagnose({ model: "n", system: "x", thinking: {} }).map(({ cause }) => cause)).toEqual([
      "model",
      "system",
      "thinking_settings",
    ]);
  });

  it("E13.5 reports when a strict grammar is rebuilt, also for a deferred tool", () => {
    const strict = { ...slackSend, strict: true, defer_loading: true } as WireTool;
    const before = fingerprintRequest(base);
    const after = fingerprintRequest({ ...base, tools: [bash as WireTool, strict] });

    expect(diagnoseCacheBreak(before, after)).toEqual({ breaks: [], isGrammarRebuilt: true });
    expect(diagnoseCacheBreak(before, before).isGrammarRebuilt).toBe(false);
  });

  it("E13.2, L3 reports no break in the tools when a tool is found, a server connects or the order of a list changes", () => {
    const fingerprint = (tools: typeof catalogue, found: boolean) => {
      const prepared = prepareRequest(
        request({ tools, messages: found ? searched("mcp__slack__send_message") : searched().slice(0, 1) }),
      );
      return fingerprintRequest({ ...prepared, model: "m", messages: [] });
    };
    const changed = [...catalogue, mcpTool("new", "tool")].toReversed();

    expect(diagnoseCacheBreak(fingerprint(catalogue, false), fingerprint(changed, true)).breaks).toEqual([]);
  });
});

describe("beta names", () => {
  const betasOf = (changes: Parameters<typeof request>[0]) => prepareRequest(request(changes)).betas;
  const bedrock = { upstream: { provider: "bedrock" } } as const;

  it("E13.3 depend on the provider while the feature is on", () => {
    expect(betasOf({})).toEqual([]);
    expect(betasOf(bedrock)).toEqual(["tool-search-tool-2025-10-19"]);
    expect(betasOf({ settings: { betas: { anthropic: ["advanced-tool-use-2025-11-20"] } } })).toEqual([
      "advanced-tool-use-2025-11-20",
    ]);
    expect(betasOf({ ...bedrock, settings: { toolSearch: false } })).toEqual([]);
  });

  it("E13.3 stay once the conversation shows that they were sent", () => {
    const off = { ...bedrock, messages: searched("mcp__slack__send_message"), turnsLeft: 1 };

    expect(prepareRequest(request(off)).gate.reason).toBe("last_turn");
    expect(betasOf(off)).toEqual(["tool-search-tool-2025-10-19"]);
    expect(betasOf({ betas: ["a"], sentBetas: ["b", "a"] })).toEqual(["a", "b"]);
  });

  it("E2.5, E13.3 are dropped if the upstream refused them", () => {
    expect(
      betasOf({ upstream: { provider: "bedrock", hasRefused: true }, messages: searched("mcp__slack__send_message") }),
    ).toEqual([]);
  });
});
