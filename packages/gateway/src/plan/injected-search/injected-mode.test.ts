import { createStrictMessagesApi } from "@toolcrib/anthropic/testing";
import type { Settings } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import type { Route } from "../../contracts/route.ts";
import { ask } from "../../testing/answering/ask.ts";
import { tool, user } from "../../testing/answering/blocks.ts";
import { scriptedModel } from "../../testing/answering/scripted-model.ts";
import { deferredByClaudeCode } from "./claude-code-tools.ts";

const body: MessagesBody = {
  model: "claude-sonnet-5-5",
  max_tokens: 1000,
  messages: [user("Hi")],
  tools: [tool("Bash"), tool("mcp__maps__get_weather")],
};
/** What the scripted upstream counts: 5 % of the model's window, and the preamble. */
const countedTokens = 50_500;

async function inject(
  mode: Route["inject"],
  settings: Settings,
  { fields = {}, tokens = countedTokens }: { fields?: Partial<MessagesBody>; tokens?: number } = {},
) {
  let counts = 0;
  const upstream = scriptedModel(() => ({ text: "OK" }), {
    async doCountTokens() {
      counts++;
      return tokens;
    },
  });
  const answerRequest = createAnswerRequest({ embedder: null });
  const question = { body: { ...body, ...fields }, upstream, route: { inject: mode, settings } };
  await ask(answerRequest, question);
  const { trace } = await ask(answerRequest, question);
  return { isOn: trace.execution === "injected", counts, reason: trace.gate?.reason };
}

const variable = (value: string): Settings => ({ environment: { ENABLE_TOOL_SEARCH: value } });

describe("the mode of injected search", () => {
  it.each<[string, Settings, { isOn: boolean; counts: number }]>([
    ["nothing", {}, { isOn: false, counts: 1 }],
    ["an empty variable", variable(""), { isOn: false, counts: 1 }],
    ["auto", { toolSearch: "auto" }, { isOn: false, counts: 1 }],
    ["auto:5", { toolSearch: "auto:5" }, { isOn: true, counts: 1 }],
    ["auto:6", { toolSearch: "auto:6" }, { isOn: false, counts: 1 }],
    ["true", { toolSearch: true }, { isOn: true, counts: 0 }],
    ["auto:0", { toolSearch: "auto:0" }, { isOn: true, counts: 0 }],
    ["false", { toolSearch: false }, { isOn: false, counts: 0 }],
    ["auto:100", { toolSearch: "auto:100" }, { isOn: false, counts: 0 }],
    ["the variable auto:5", variable("auto:5"), { isOn: true, counts: 1 }],
    ["the variable true", variable("true"), { isOn: true, counts: 0 }],
    ["the variable false", variable("false"), { isOn: false, counts: 0 }],
    ["a setting before the variable", { ...variable("false"), toolSearch: true }, { isOn: true, counts: 0 }],
  ])("E2.1: inject auto follows %s, and counts only if a threshold decides", async (_name, settings, expected) => {
    expect(await inject("auto", settings)).toMatchObject(expected);
  });

  it.each<[string, Settings, boolean]>([
    ["nothing", {}, true],
    ["auto:99", { toolSearch: "auto:99" }, true],
    ["false", { toolSearch: false }, false],
    ["the variable false", variable("off"), false],
  ])("E2.1: inject always has no threshold; off is off (%s)", async (_name, settings, isOn) => {
    expect(await inject("always", settings)).toMatchObject({ isOn, counts: 0 });
  });

  it.each<[string, Settings, Partial<MessagesBody>, string]>([
    ["the kill switch is set", { environment: { DISABLE_EXPERIMENTAL_BETAS: "1" } }, {}, "kill_switch"],
    ["a call is forced", {}, { tool_choice: { type: "any" } }, "forced_tool_choice"],
  ])("E4.4: does not count if %s", async (_name, settings, fields, reason) => {
    expect(await inject("auto", settings, { fields })).toEqual({ isOn: false, counts: 0, reason });
  });

  it("E4.5: uses the context window of the settings, or the default for unknown models", async () => {
    const fields = { model: "my-local-model" };
    const windows: Settings = { contextWindows: [["my-local-*", 1_000_000]] };

    expect(await inject("auto", {}, { fields })).toMatchObject({ isOn: true });
    expect(await inject("auto", windows, { fields })).toMatchObject({ isOn: false });
    expect(await inject("auto", { defaultContextWindow: 1_000_000 }, { fields })).toMatchObject({ isOn: false });
  });

  it.each([
    ["with names of servers", ["mcp__maps__get_weather"]],
    ["without", ["get_weather"]],
  ])("E4.2: counts tools as the client sent them, which a strict API accepts (%s)", async (_name, names) => {
    const api = createStrictMessagesApi(() => []);
    let status = 0;
    const upstream = scriptedModel(() => ({ text: "OK" }), {
      async doCountTokens(call) {
        const response = await api.fetch("https://api.example/v1/messages/count_tokens", {
          method: "POST",
          headers: { "x-api-key": "k", "anthropic-version": "2026-10-21" },
          body: JSON.stringify(call.body),
        });
        status = response.status;
        return 0;
      },
    });
    const tools = ["Bash", "WebFetch", ...names].map((name) => tool(name));
    await ask(createAnswerRequest({ embedder: null }), {
      body: { ...body, tools },
      upstream,
      route: { inject: "auto" },
    });

    expect({ status, rejected: api.rejected }).toEqual({ status: 200, rejected: [] });
  });
});

describe("Claude Code's own tools under injected search", () => {
  it.each([
    ["beside MCP tools", ["mcp__maps__get_weather"]],
    ["alone", []],
  ])("W-CC13, E1.6: are deferred if Claude Code defers them itself (%s)", async (_name, others) => {
    const alwaysOn = ["Agent", "Bash", "Edit", "Read", "Skill", "Write"];
    const upstream = scriptedModel(() => ({ text: "OK" }));
    await ask(createAnswerRequest({ embedder: null }), {
      body: { ...body, tools: [...alwaysOn, ...deferredByClaudeCode, ...others].map((name) => tool(name)) },
      upstream,
      route: { inject: "always" },
    });
    const sent = upstream.bodies[0]?.tools?.map(({ name }) => name);

    expect(sent).toEqual([...alwaysOn, "ToolSearch", "call_tool"]);
    expect(JSON.stringify(upstream.bodies[0])).not.toContain("shouldDefer");
  });
});
