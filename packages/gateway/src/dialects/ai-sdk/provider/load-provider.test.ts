import { NoSuchModelError } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { collectEvents } from "../../../suites/answer-events.ts";
import { callOf } from "../../../testing/call-of.ts";
import { askAiSdk } from "../../../testing/chat/ask-chat.ts";
import { createScriptedProvider } from "../../../testing/scripted-provider.ts";
import { createAiSdkUpstream } from "../create-ai-sdk-upstream.ts";

describe("A provider's package", () => {
  it("that is not installed is reported with the command that installs it", async () => {
    const missing = createAiSdkUpstream({ name: "x", package: "@ai-sdk/not-installed-here" });
    await expect(missing).rejects.toMatchObject({ code: "provider_package_missing" });
    await expect(missing).rejects.toThrow("npm i @ai-sdk/not-installed-here");
  });

  it("that provides no models is refused", async () => {
    const useless = createAiSdkUpstream({ name: "x", package: "useless", importPackage: async () => ({ help: 1 }) });
    await expect(useless).rejects.toMatchObject({ code: "provider_package_unusable" });
  });

  it("is created with the settings of the config, by the factory of its name", async () => {
    const settings: unknown[] = [];
    const createGoogle = (given: unknown) => {
      settings.push(given);
      return { languageModel: () => ({}) };
    };
    await createAiSdkUpstream({
      name: "x",
      package: "@ai-sdk/google",
      baseUrl: "https://example.com",
      apiKey: "key",
      headers: { a: "b" },
      settings: { project: "p" },
      importPackage: async () => ({ createGo: () => ({}), createGoogle, createGoogleGenerativeAI: () => ({}) }),
    });
    expect(settings).toMatchObject([
      { baseURL: "https://example.com", apiKey: "key", headers: { a: "b" }, project: "p" },
    ]);
  });

  it("that does not know a model is an error of the request, not of the gateway", async () => {
    const upstream = await createAiSdkUpstream({
      name: "x",
      package: "picky",
      importPackage: async () => ({
        createPicky: () => ({
          languageModel: (modelId: string) => {
            throw new NoSuchModelError({ modelId, modelType: "languageModel" });
          },
        }),
      }),
    });
    const call = upstream.doGenerate(callOf({ model: "unheard-of", max_tokens: 1, messages: [] }));
    await expect(call).rejects.toMatchObject({ status: 404, body: { error: { type: "not_found_error" } } });
  });

  it("that is built in requires a URL", async () => {
    await expect(createAiSdkUpstream({ name: "x" })).rejects.toMatchObject({ code: "provider_package_unusable" });
  });
});

const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
const call = { type: "tool_use", id: "toolu_1", name: "look", input: {} };
const request = callOf({
  model: "m",
  max_tokens: 10,
  messages: [
    { role: "user", content: [image] },
    { role: "assistant", content: [call] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [image] } as never] },
  ],
});

describe("A model of an older specification", () => {
  it("v2 gets files in its own form, and its usage is understood", async () => {
    const usage = { inputTokens: 100, outputTokens: 5, totalTokens: 105, cachedInputTokens: 60 };
    const { upstream, calls } = await createScriptedProvider({
      version: "v2",
      whole: { content: [{ type: "text", text: "Fine." }], finishReason: "length", usage },
      parts: [{ type: "finish", finishReason: "stop", usage }],
    });
    const message = await upstream.doGenerate(request);
    expect(message).toMatchObject({
      stop_reason: "max_tokens",
      usage: { input_tokens: 40, cache_read_input_tokens: 60 },
    });
    const events = await collectEvents(await upstream.doStream(request));
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "end_turn" }, usage: { input_tokens: 40 } });
    expect(calls[0]?.prompt[0]?.content[0]).toMatchObject({ type: "file", data: "AAAA" });
    expect(calls[0]?.prompt[2]?.content[0]).toMatchObject({
      output: { type: "content", value: [{ type: "media", data: "AAAA", mediaType: "image/png" }] },
    });
  });

  it("v3 gets images in results in its own form", async () => {
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const { upstream, calls } = await createScriptedProvider({
      version: "v3",
      whole: { content: [], finishReason: { unified: "stop" }, usage },
    });
    await upstream.doGenerate(request);
    expect(calls[0]?.prompt[2]?.content[0]).toMatchObject({
      output: { value: [{ type: "image-data", data: "AAAA", mediaType: "image/png" }] },
    });
  });
});

describe("What a config says about the server of a provider", () => {
  it("takes precedence over what is assumed", async () => {
    const { sent } = await askAiSdk(
      [{ messages: request.body.messages.slice(0, 1), thinking: { type: "enabled", budget_tokens: 1024 } }],
      { settings: { traits: { takesEffort: true } } },
    );
    expect(sent[0]?.body["reasoning_effort"]).toBe("low");
  });

  it.each([
    [{ takesEfort: true }, "expected upstreams.x.settings.traits to be one of"],
    [{ takesEffort: "yes" }, 'expected upstreams.x.settings.traits.takesEffort to be true or false, got "yes"'],
    [7, "expected upstreams.x.settings.traits to be an object, got 7"],
  ])("is refused if it is invalid: %j", async (traits, words) => {
    await expect(createAiSdkUpstream({ name: "x", baseUrl: "http://localhost", settings: { traits } })).rejects.toThrow(
      words,
    );
  });
});

describe("A provider that takes images in results", () => {
  it("learns whether a tool result is an error", async () => {
    const { upstream, calls } = await createScriptedProvider({
      whole: { content: [], finishReason: { unified: "stop" }, usage: { inputTokens: {}, outputTokens: {} } },
    });
    const failed = { type: "tool_result", tool_use_id: "toolu_1", content: [image], is_error: true } as never;
    const messages = [...request.body.messages.slice(0, 2), { role: "user", content: [failed] } as const];
    await upstream.doGenerate(callOf({ ...request.body, messages }));
    expect(calls[0]?.prompt[2]?.content[0]).toMatchObject({
      output: {
        value: [
          { type: "text", text: "Error:" },
          { type: "file", mediaType: "image/png" },
        ],
      },
    });
  });
});
