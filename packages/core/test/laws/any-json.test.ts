import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutatedJson } from "../../../../scripts/test/mutated-json.ts";
import { diagnoseCacheBreak, fingerprintRequest } from "../../src/cache/index.ts";
import { checkCall } from "../../src/calls/index.ts";
import { displayOf } from "../../src/conversation/index.ts";
import { EngineMemory, planRequest } from "../../src/engine/index.ts";
import {
  type ContentBlock,
  CoreError,
  compactConversation,
  DeferralSession,
  type Message,
  nextTurn,
  prepareRequest,
  type Settings,
  snapshotBeforeCompaction,
  snipConversation,
  type Tool,
  type ToolUseBlock,
  toolFromMcp,
} from "../../src/index.ts";
import { builtInLoaders } from "../../src/loaders/index.ts";
import { discoveredSkills } from "../../src/skills/index.ts";
import {
  assistant,
  bash,
  builtIn,
  call,
  mcpTool,
  reference,
  result,
  searchTool,
  user,
} from "../../src/testing/fixtures.ts";
import { WordIndex } from "../../src/testing/word-index.ts";

const { numRuns = 500 } = fc.readConfigureGlobal();
const block = (fields: object): ContentBlock => fields as ContentBlock;
const schema = { type: "object", properties: { text: { type: "string", pattern: "^a" } }, required: ["text"] };

const tools: readonly Tool[] = [
  bash,
  builtIn("Cron", { shouldDefer: true, description: "Runs later.", input_schema: schema }),
  mcpTool("slack", "send_message", {
    server: "slack",
    annotations: { readOnlyHint: true },
    _meta: { "anthropic/alwaysLoad": false },
  } as Partial<Tool>),
  mcpTool("slack", "list", { defer_loading: true, cache_control: { type: "ephemeral" } } as Partial<Tool>),
  block({ type: "mcp_toolset", mcp_server_name: "a", default_config: {}, configs: {} }) as Tool,
  block({ type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" }) as Tool,
  block({ type: "code_execution_20260120", name: "code_execution" }) as Tool,
];

const search = "mcp__slack__send_message";
const longTalk: readonly Message[] = [
  user("Begin.", block({ type: "image", source: { type: "base64", data: "" } })),
  assistant(
    block({ type: "thinking", thinking: "hm", signature: "s" }),
    call("toolu_1", "ToolSearch", { query: `select:${search}` }),
  ),
  user(result("toolu_1", [reference(search), { type: "text", text: "one" } as ContentBlock]), "Go on."),
  assistant(
    block({ type: "server_tool_use", id: "srvtoolu_1", name: "tool_search_tool_bm25", input: { query: "x" } }),
    block({
      type: "tool_search_tool_result",
      tool_use_id: "srvtoolu_1",
      content: { type: "tool_search_tool_search_result", tool_references: [reference(search)] },
    }),
    block({ type: "tool_use", id: "toolu_2", name: search, input: { text: "a" }, caller: { type: "direct" } }),
  ),
  user({ ...result("toolu_2", "done"), heldNotes: [{ type: "text", text: "note" }] } as ContentBlock),
  { role: "system", content: [block({ type: "tool_addition", tool: { type: "tool_reference", name: "Cron" } })] },
  assistant(
    block({ type: "mcp_tool_use", id: "mcptoolu_1", name: "x", server_name: "a", input: {} }),
    block({
      type: "mcp_tool_result",
      tool_use_id: "mcptoolu_1",
      is_error: false,
      content: [{ type: "text", text: "t" }],
    }),
    block({
      type: "compaction",
      content: "So far.",
      tool_changes: [{ type: "tool_addition", tool: { type: "tool_definition", definition: bash } }],
    }),
  ),
  {
    ...user("<system-reminder>\nThe following deferred tools are now available\n</system-reminder>"),
    compactMetadata: { kind: "full", preCompactDiscoveredTools: [search] },
  },
  assistant(call("toolu_3", "call_tool", { name: "Cron", arguments: { text: "a" } })),
  user(block({ type: "tool_result", tool_use_id: "toolu_3", content: "ok", is_error: true })),
  { role: "system", content: [block({ type: "tool_removal", tool: { type: "tool_reference", name: "Cron" } })] },
  user("End."),
];
const conversations = mutatedJson<readonly Message[]>(longTalk, longTalk.slice(0, 5), longTalk.slice(5));
const loaders = ["native", "append", "bridge", "eager"] as const;
const settings: fc.Arbitrary<Settings> = fc.record({
  toolSearch: fc.constantFrom<boolean | string>(true, false, "auto:1"),
  loader: fc.constantFrom(...loaders),
  undiscoveredTools: fc.constantFrom("deferred", "omitted"),
  announcement: fc.constantFrom("delta", "list", "none"),
  turnBoundary: fc.constantFrom("both", "text", "none"),
});

/** Does something that may refuse what it is given, and must do so with an error of its own. */
function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    isOurs(error);
    return undefined;
  }
}

function isOurs(error: unknown): void {
  expect(error instanceof CoreError ? "" : (error as Error).stack).toBe("");
}

function prepareEverything(messages: readonly Message[], given: readonly Tool[], use: Settings): void {
  const memory = new EngineMemory();
  const request = { model: "claude-sonnet-4-5", tools: given, messages, searchTool, settings: use };
  attempt(() => {
    const prepared = prepareRequest(request, memory);
    JSON.stringify([prepared.messages, prepared.tools, prepared.conversation]);
  });
  // A memory that met a broken conversation serves the next one.
  const healthy = { ...request, tools, messages: longTalk };
  expect(JSON.stringify(prepareRequest(healthy, memory).messages)).toBe(
    JSON.stringify(prepareRequest(healthy).messages),
  );
}

describe("any JSON results in an answer or an error with a code", () => {
  it("P7 as messages of a request", () => {
    fc.assert(
      fc.property(conversations, settings, ({ value }, use) => prepareEverything(value, tools, use)),
      { numRuns },
    );
  });

  it("P7 as tools of a request", () => {
    fc.assert(
      fc.property(mutatedJson(tools), settings, ({ value }, use) => prepareEverything(longTalk, value, use)),
      { numRuns },
    );
  });

  it("P7 as settings", () => {
    const full: Settings = {
      toolSearch: "auto:5",
      loader: "bridge",
      policy: [
        { action: "hide", name: "x*" },
        { action: "pin", server: "slack", annotations: { readOnlyHint: true } },
      ],
      unsupportedModels: ["haiku"],
      modelFamilies: [{ models: ["x*"], announceIn: "user", wrapReminder: true, needsTurnBoundary: true }],
      contextWindows: [["x", 5]],
      environment: { ENABLE_TOOL_SEARCH: "true" },
      communicationTools: ["Agent"],
      firstPartyHosts: ["a"],
      betas: { anthropic: ["a"] },
    } as never;
    fc.assert(
      fc.property(mutatedJson(full), ({ value: use }) => {
        attempt(() => prepareRequest({ model: "m", tools, messages: longTalk, searchTool, settings: use }));
      }),
      { numRuns },
    );
  });

  it("P7 in the rest of a request", () => {
    const request = {
      model: "claude-sonnet-4-5",
      tools: tools.slice(0, 3),
      messages: longTalk.slice(0, 3),
      system: [{ type: "text", text: "You." }],
      toolChoice: { type: "auto" },
      servers: [{ name: "a", state: "connecting" }],
      upstream: { provider: "anthropic", baseUrl: "https://api.anthropic.com" },
      deferralCost: { tokens: 5 },
      betas: ["a"],
      sentBetas: ["b"],
      turnsLeft: 3,
      kind: "messages",
    };
    fc.assert(
      fc.property(mutatedJson(request), ({ value: given }) => {
        attempt(() => JSON.stringify(prepareRequest(given as never).messages));
      }),
      { numRuns },
    );
  });

  it("P7 in a session, in its searches, and around a compaction", async () => {
    const input = { query: "select:Cron", max_results: 3 };
    await fc.assert(
      fc.asyncProperty(conversations, mutatedJson(call("toolu_9", "ToolSearch", input)), async (talk, question) => {
        const { value: messages } = talk;
        const { value: asked } = question;
        const session = new DeferralSession({ tools: tools.slice(0, 4), createIndex: () => new WordIndex() });
        const request = { model: "m", messages };
        await session.prepare(request).catch(isOurs);
        await session.answerSearch(asked).catch(isOurs);
        attempt(() => session.checkCall(asked, messages));
        attempt(() => session.snapshot(messages));
        attempt(() => session.compact({ messages, kind: "partial", summary: "So far.", keepFrom: 3 }));
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });

  it("P7 in everything that reads a conversation or a block by itself", () => {
    const calls = mutatedJson<ToolUseBlock>(
      call("toolu_1", search, { text: "a" }),
      call("toolu_2", "call_tool", { name: search, arguments: {} }),
    );
    const mcp = { name: "do", description: "x", inputSchema: schema, annotations: { title: "t" }, _meta: {} };
    fc.assert(
      fc.property(conversations, calls, mutatedJson(mcp), (talk, asking, listing) => {
        const [messages, asked, listed] = [talk.value, asking.value, listing.value];
        const plan = planRequest({ tools, searchTool }, new EngineMemory());
        const question = {
          call: asked,
          plan,
          found: [],
          loaded: [],
          searchToolName: "ToolSearch",
          runUnloadedCalls: true,
        };
        attempt(() => checkCall(question));
        attempt(() => builtInLoaders.bridge.wrapper?.(planRequest({ tools: [] }, new EngineMemory())).unwrap(asked));
        attempt(() => displayOf(asked, "ToolSearch"));
        attempt(() => toolFromMcp("server", listed as never));
        attempt(() => snapshotBeforeCompaction(messages, "full"));
        attempt(() => compactConversation({ messages, kind: "full", summary: "So far." }));
        attempt(() => snipConversation({ messages, drop: (_message, position) => position < 3 }));

        attempt(() => discoveredSkills(messages));
        attempt(() => nextTurn(longTalk, messages[1]?.content as never, []));
        attempt(() => {
          const before = fingerprintRequest({ model: "m", messages: longTalk, tools: tools as never });
          diagnoseCacheBreak(before, fingerprintRequest({ model: "m", messages, tools: tools as never }));
        });
      }),
      { numRuns },
    );
  });
});
