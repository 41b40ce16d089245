import { describe, expect, it } from "vitest";
import { collectEvents } from "../../../suites/answer-events.ts";
import { callOf } from "../../../testing/call-of.ts";
import { createScriptedProvider } from "../../../testing/scripted-provider.ts";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 9, reasoning: 4 } };
const end = { finishReason: { unified: "stop" }, usage };
const effort = { thinking: { type: "adaptive" }, output_config: { effort: "low" } };
const body = { model: "m", max_tokens: 10, messages: [{ role: "user", content: "Go" }], ...effort } as const;

/** What is reported of a call, and the usage. */
async function reportOf(isStreamed: boolean, version: "v3" | "v4", warnings: readonly object[]) {
  const omissions: string[] = [];
  const { upstream } = await createScriptedProvider({
    version,
    whole: { content: [], warnings, ...end },
    parts: [
      { type: "stream-start", warnings },
      { type: "finish", ...end },
    ],
  });
  const call = { ...callOf(body), onOmission: (what: string) => void omissions.push(what) };
  if (!isStreamed) return { omissions, usage: (await upstream.doGenerate(call)).usage };
  const events = await collectEvents(await upstream.doStream(call));
  const [last] = events.filter((event) => event.type === "message_delta");
  return { omissions, usage: last?.usage };
}

describe.each([false, true])("a package that leaves out a part of a request (streaming %s)", (isStreamed) => {
  it("is reported with the part and the reason", async () => {
    const unsupported = { type: "unsupported", feature: "topK", details: "The model has none." };
    const { omissions } = await reportOf(isStreamed, "v4", [unsupported, { type: "other", message: "Hello." }]);

    expect(omissions).toEqual(["The package of the upstream scripted leaves out topK: The model has none."]);
  });

  it("is reported in the terms of earlier versions, with the effort that they do not know", async () => {
    const { omissions } = await reportOf(isStreamed, "v3", [{ type: "unsupported-setting", setting: "seed" }]);

    expect(omissions).toEqual([
      "The upstream scripted does not get the reasoning effort: its package is written for an earlier AI SDK.",
      "The package of the upstream scripted leaves out seed.",
    ]);
  });

  it("counts the tokens of thoughts", async () => {
    const { usage: counted } = await reportOf(isStreamed, "v4", []);

    expect(counted).toMatchObject({ output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } });
  });
});
