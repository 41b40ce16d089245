import type { Tool } from "@toolcrib/core";
import type { PolicyRule } from "@toolcrib/core/policy";
import { describe, expect, it } from "vitest";
import { ask } from "../testing/answering/ask.ts";
import { deferred, tool, user } from "../testing/answering/blocks.ts";
import { type ModelScript, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const policy: readonly PolicyRule[] = [{ action: "deny", name: "get_weather", arguments: { city: "O*" } }];
const weather = (city: string) => ({ name: "get_weather", input: { city } });

/** Asks for Oslo first, for Rome when that is refused. */
const script: ModelScript = (_body, number) => ({ calls: [weather(number === 1 ? "Oslo" : "Rome")] });

async function run(stream: boolean, tools: readonly Tool[], given: ModelScript = script, more: object = {}) {
  const upstream = scriptedModel(given);
  const body = { model: "m", max_tokens: 1000, stream, messages: [user("Weather?")], tools };
  const reply = await ask(createAnswerRequest(), { body, upstream, policy, ...more });
  return { ...reply, upstream };
}

describe.each([true, false])("a call that a rule forbids by its arguments, streaming %s", (stream) => {
  it.each([
    ["in a request that would pass as it came", [tool("get_weather")], "native"],
    ["of a deferred tool, on the bridge", [tool("Bash"), deferred("get_weather")], "bridge"],
    ["of a deferred tool, on native", [tool("Bash"), deferred("get_weather")], "native"],
  ] as const)("E1.0 does not reach the client %s, and the model gets the reason", async (_where, tools, loader) => {
    const { message, upstream } = await run(stream, tools, script, { route: { loader } });

    expect(message.content).toMatchObject([{ type: "tool_use", name: "get_weather", input: { city: "Rome" } }]);
    const shown = JSON.stringify(upstream.bodies[1]?.messages.at(-1));
    expect(shown).toContain("a rule of the user's policy forbids this call");
    expect(shown).toContain('"is_error":true');
  });

  it("E1.0 does not reach the client for a tool that the client withholds", async () => {
    const placeholder = deferred("DeferredToolPlaceholder");
    const { message, upstream } = await run(stream, [tool("Bash"), tool("ToolSearch"), placeholder]);

    expect(message.content).toMatchObject([{ type: "tool_use", name: "get_weather", input: { city: "Rome" } }]);
    expect(upstream.bodies).toHaveLength(2);
  });

  it("E1.0 does not reach the client when the model insists, next to calls that may run", async () => {
    const insists: ModelScript = () => ({ calls: [weather("Oslo"), { name: "Bash", input: {} }] });
    const { message } = await run(stream, [tool("Bash"), tool("get_weather")], insists);

    expect(message.content).toMatchObject([{ type: "tool_use", name: "Bash" }]);
  });
});

describe("injected search", () => {
  const mcpTools = ["a", "b", "c"].map((name) => tool(`mcp__s__${name}`));
  const hideA: readonly PolicyRule[] = [{ action: "hide", name: "mcp__s__a" }];
  const question = (inject: "always" | "auto") => ({
    body: { model: "m", max_tokens: 1000, messages: [user("Go.")], tools: [tool("Bash"), ...mcpTools] },
    upstream: scriptedModel(() => ({ text: "Done." })),
    policy: hideA,
    route: { inject, loader: "bridge" as const },
  });
  const namesSent = async (given: ReturnType<typeof question>) => {
    await ask(createAnswerRequest(), given);
    return given.upstream.bodies[0]?.tools?.map(({ name }) => name);
  };

  it("E1.0 defers for a client even if a rule hides one of its tools", async () => {
    expect(await namesSent(question("always"))).toEqual(["Bash", "ToolSearch", "call_tool"]);
  });

  it("E1.0 hides a tool even if there are too few tools to defer", async () => {
    expect(await namesSent(question("auto"))).toEqual(["Bash", "mcp__s__b", "mcp__s__c"]);
  });
});
