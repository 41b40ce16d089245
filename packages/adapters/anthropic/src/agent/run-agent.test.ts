import Anthropic from "@anthropic-ai/sdk";
import { DeferralSession, type SessionOptions, type Tool } from "@toolcrib/core";
import { folderSkillSource, openSkillLibrary, skillsSentence } from "@toolcrib/core/skills";
import { describe, expect, it } from "vitest";
import { type AgentOptions, runAgent } from "../index.ts";
import {
  createStrictMessagesApi,
  type RequestBody,
  type ScriptedModel,
  type StrictMessagesApi,
  type WireBlock,
} from "../testing/index.ts";

const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const slack = "mcp__slack__send_message";
const tools: Tool[] = [
  { name: "Bash", description: "Runs a command.", input_schema: schema },
  { name: slack, description: "Sends a message.", input_schema: schema },
  { name: "mcp__github__create_issue", description: "Opens an issue.", input_schema: schema },
];

/** A model that searches for a tool, calls it, and is done. */
const searchThenCall: ScriptedModel = (_body, number) => {
  if (number === 1) return [call("toolu_1", "ToolSearch", { query: "slack send message" })];
  if (number === 2) return [{ type: "text", text: "Sending." }, call("toolu_2", slack, { text: "hi" })];
  return [{ type: "text", text: "Done." }];
};

function call(id: string, name: string, input: object): WireBlock {
  return { type: "tool_use", id, name, input };
}

function run(
  api: Pick<StrictMessagesApi, "fetch">,
  changes: Partial<AgentOptions> & { session?: DeferralSession } = {},
) {
  return runAgent({
    client: new Anthropic({ apiKey: "test", fetch: api.fetch, maxRetries: 0 }),
    session: changes.session ?? sessionWith({}),
    params: { model: "claude-sonnet-5-5", max_tokens: 100, system: "Be brief." },
    messages: [{ role: "user", content: "Say hi." }],
    runTool: ({ name, input }) => `${name} ran with ${JSON.stringify(input)}`,
    ...changes,
  });
}

function sessionWith(options: Partial<SessionOptions>): DeferralSession {
  return new DeferralSession({ tools, ...options });
}

describe("an agent's loop", () => {
  it.each(["not streaming", "streaming"])("finds, loads and calls a tool: %s", async (mode) => {
    const api = createStrictMessagesApi(searchThenCall);
    const events: string[] = [];
    const result = await run(api, mode === "streaming" ? { onStreamEvent: ({ type }) => events.push(type) } : {});

    expect(api.rejected).toEqual([]);
    expect(result.turns).toBe(3);
    expect(result.message.content).toEqual([expect.objectContaining({ type: "text", text: "Done." })]);
    expect(JSON.stringify(result.conversation)).toContain(`${slack} ran with {\\"text\\":\\"hi\\"}`);
    expect(events.filter((type) => type === "message_stop")).toHaveLength(mode === "streaming" ? 3 : 0);
  });

  it("sends the same tools in every turn and keeps the cache", async () => {
    const api = createStrictMessagesApi(searchThenCall);
    await run(api);
    const [first, second, third] = api.accepted;

    expect(JSON.stringify(second?.body.tools)).toBe(JSON.stringify(first?.body.tools));
    expect(second?.cachedTokens).toBe(first?.promptTokens);
    expect(third?.cachedTokens).toBe(second?.promptTokens);
  });

  it("continues in a later run from the conversation that it returned", async () => {
    const api = createStrictMessagesApi(searchThenCall);
    const { conversation } = await run(api);
    const later = createStrictMessagesApi(() => [call("toolu_9", slack, { text: "again" })]);
    await run(later, { messages: [...conversation, { role: "user", content: "Once more." }], maxTurns: 2 });

    expect(later.rejected).toEqual([]);
    expect(JSON.stringify(later.accepted[0]?.body.messages).match(/Deferred tools:/g)).toHaveLength(1);
  });

  it("repeats a request without the feature if the upstream refuses it", async () => {
    const strict = createStrictMessagesApi(() => [{ type: "text", text: "Done." }]);
    let refusals = 0;
    const fetch: StrictMessagesApi["fetch"] = async (input, init) => {
      if (typeof init?.body !== "string" || !init.body.includes("defer_loading")) return strict.fetch(input, init);
      refusals++;
      const error = { type: "invalid_request_error", message: "tools.2.defer_loading: Extra inputs are not permitted" };
      return Response.json({ type: "error", error }, { status: 400 });
    };
    const session = sessionWith({});
    await run({ fetch }, { session });
    await run({ fetch }, { session });

    expect(refusals).toBe(1);
    expect(strict.accepted).toHaveLength(2);
    expect(strict.accepted[0]?.body.tools).toEqual(tools);
  });

  it("lets other errors through", async () => {
    const fetch = async () =>
      Response.json(
        { type: "error", error: { type: "invalid_request_error", message: "prompt is too long" } },
        { status: 400 },
      );

    await expect(run({ fetch })).rejects.toThrow("prompt is too long");
  });

  it("tells the model what a tool threw, and what was wrong with a call", async () => {
    const api = createStrictMessagesApi((_body, number) =>
      number === 1
        ? [call("toolu_1", "Bash", { text: "x" }), call("toolu_2", "ToolSearch", { query: 5 })]
        : [{ type: "text", text: "Ok." }],
    );
    const { conversation } = await run(api, {
      runTool: () => {
        throw new Error("no such file");
      },
    });

    expect(conversation[3]?.content).toEqual([
      { type: "tool_result", tool_use_id: "toolu_1", content: "no such file", is_error: true },
      expect.objectContaining({ tool_use_id: "toolu_2", is_error: true }),
    ]);
  });

  it("F40: stops after maxTurns and defers nothing in the last one", async () => {
    const api = createStrictMessagesApi((_body, number) => [call(`toolu_${number}`, "Bash", { text: "x" })]);
    const { turns } = await run(api, { maxTurns: 2 });

    expect(turns).toBe(2);
    expect(JSON.stringify(api.accepted[1]?.body.tools)).not.toContain("defer_loading");
  });

  it("carries the caller's betas and keeps them", async () => {
    const api = createStrictMessagesApi(searchThenCall);
    await run(api, {
      params: { model: "claude-sonnet-5-5", max_tokens: 100, betas: ["context-management-2025-06-27"] },
    });

    expect(api.accepted.map(({ headers }) => headers.get("anthropic-beta"))).toEqual(
      Array(3).fill("context-management-2025-06-27"),
    );
  });

  it("E14: shows matching skills, and answers DiscoverSkills and Skill itself", async () => {
    const files = {
      list: async () => ["invoice"],
      read: async () => "---\nname: invoice\ndescription: How to write an invoice.\n---\nStep one.",
    };
    const skills = await openSkillLibrary([folderSkillSource("skills", files)]);
    const api = createStrictMessagesApi((_body, number) => {
      if (number === 1) return [call("toolu_1", "DiscoverSkills", { query: "invoice" })];
      return number === 2 ? [call("toolu_2", "Skill", { name: "invoice" })] : [{ type: "text", text: "Done." }];
    });
    const ran: string[] = [];
    const { conversation } = await run(api, {
      session: sessionWith({ skills }),
      messages: [{ role: "user", content: "Please write an invoice." }],
      runTool: ({ name }) => {
        ran.push(name);
        return "";
      },
    });

    expect(api.rejected).toEqual([]);
    expect(ran).toEqual([]);
    expect(api.accepted[0]?.body.system).toBe(`Be brief.\n\n${skillsSentence}`);
    expect(JSON.stringify(api.accepted[0]?.body.messages)).toContain("- invoice: How to write an invoice.");
    expect(JSON.stringify(conversation)).toContain("Step one.");
    expect(api.accepted[2]?.cachedTokens).toBe(api.accepted[1]?.promptTokens);
  });

  it("shows the real tool to whoever runs it on the bridge", async () => {
    const seen: string[] = [];
    const bridgeModel: ScriptedModel = (_body: RequestBody, number) => {
      if (number === 1) return [call("toolu_1", "ToolSearch", { query: `select:${slack}` })];
      return number === 2
        ? [call("toolu_2", "call_tool", { name: slack, arguments: { text: "hi" } })]
        : [{ type: "text", text: "Done." }];
    };
    const api = createStrictMessagesApi(bridgeModel);
    await run(api, {
      session: sessionWith({ settings: { loader: "bridge" } }),
      runTool: ({ name, input }) => {
        seen.push(`${name} ${JSON.stringify(input)}`);
        return "ok";
      },
    });

    expect(seen).toEqual([`${slack} {"text":"hi"}`]);
    expect(api.rejected).toEqual([]);
    expect(api.accepted[2]?.cachedTokens).toBe(api.accepted[1]?.promptTokens);
    expect(JSON.stringify(api.accepted)).not.toMatch(/defer_loading|tool_reference/);
  });
});
