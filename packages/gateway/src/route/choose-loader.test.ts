import { describe, expect, it } from "vitest";
import type { CapabilityEntry } from "../contracts/capability-entry.ts";
import type { Route } from "../contracts/route.ts";
import type { Upstream } from "../contracts/upstream.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { Capabilities } from "./capabilities.ts";
import { chooseLoader, type LoaderChoiceInput } from "./choose-loader.ts";
import { createLoaderTable } from "./loader-table.ts";

function choose(
  upstream: Partial<Upstream>,
  model: string,
  more: Partial<LoaderChoiceInput> & { readonly loader?: Route["loader"]; readonly table?: CapabilityEntry[] } = {},
) {
  const route: Route = {
    upstream: { ...scriptedModel(() => ({})), ...upstream },
    loader: more.loader ?? "auto",
    model: undefined,
    inject: "off",
    serverSearch: "as-named",
    programs: "auto",
    injectPrograms: false,
    settings: {},
  };
  const capabilities = new Capabilities(more.table ?? [], createLoaderTable());
  const { loader, ...choice } = chooseLoader({ hasRefused: false, toolCount: 10, ...more, route, model, capabilities });
  return { ...choice, name: loader.name };
}

describe("the loader of a route", () => {
  it.each([
    ["https://api.anthropic.com", "claude-sonnet-5-5", "native"],
    ["https://api.anthropic.com", "claude-3-opus", "bridge"],
    ["https://api.deepseek.com/anthropic", "deepseek-chat", "bridge"],
    ["https://api.z.ai/api/anthropic", "glm-5", "bridge"],
    ["https://api.moonshot.ai/anthropic", "kimi-k3", "bridge"],
    ["http://localhost:1234", "claude-sonnet-5-5", "bridge"],
    ["https://example.com", "qwen3-32b", "eager"],
    [undefined, "anything", "bridge"],
  ] as const)("at %s for %s is %s", (baseUrl, model, loader) => {
    expect(choose({ baseUrl }, model).name).toBe(loader);
  });

  it.each([
    ["https://api.moonshot.ai/v1", "kimi-k3-turbo", false, "system-tools"],
    ["https://api.moonshot.ai/v1", "kimi-k2", false, "bridge"],
    ["https://api.fireworks.ai/inference/v1", "accounts/fireworks/models/kimi-k3", false, "system-tools"],
    ["https://inference.baseten.co/v1", "zai-org/GLM-5.1", false, "tool-reference"],
    ["https://openrouter.ai/api/v1", "some/model", false, "bridge"],
    ["https://openrouter.ai/api/v1", "some/model", true, "openrouter-search"],
  ] as const)(
    "at the chat server %s for %s, asked for a search: %s, is %s",
    (baseUrl, model, asksForSearch, loader) => {
      expect(choose({ baseUrl, dialect: "openai-chat" }, model, { asksForSearch }).name).toBe(loader);
      // Over another dialect, a server has other ways.
      expect(choose({ baseUrl, dialect: "anthropic" }, model, { asksForSearch }).name).toBe("bridge");
    },
  );

  it("is never native if the dialect has no references", () => {
    const table: CapabilityEntry[] = [{ loader: "native" }];

    expect(choose({ dialect: "openai-chat" }, "gpt", { table }).name).toBe("bridge");
    expect(choose({ dialect: "openai-chat" }, "gpt", { loader: "native" }).name).toBe("bridge");
  });

  it.each([
    ["gpt-5.6-sol", { loadsReferences: true }, "native"],
    ["gpt-6-luna", { loadsReferences: true }, "native"],
    ["gpt-5.4", { loadsReferences: true }, "bridge"],
    ["gpt-5.6-sol", { dialect: "openai-chat" }, "bridge"],
  ] satisfies [string, Partial<Upstream>, string][])("at OpenAI for %s with %j is %s", (model, upstream, loader) => {
    const baseUrl = "https://api.openai.com/v1";

    expect(choose({ dialect: "openai-responses", baseUrl, ...upstream }, model).name).toBe(loader);
  });

  it("prefers the user's table over the built-in one", () => {
    const table: CapabilityEntry[] = [{ host: "api.anthropic.com", model: "*haiku*", loader: "append", note: "mine" }];
    const choice = choose({ baseUrl: "https://api.anthropic.com" }, "claude-haiku-5-5", { table });

    expect(choice).toMatchObject({ name: "append", reason: "the capability table: mine" });
  });

  it("is the bridge if a model that does not search would get too many tools", () => {
    expect(choose({}, "qwen3-32b", { toolCount: 100 }).name).toBe("eager");
    expect(choose({}, "qwen3-32b", { toolCount: 101 })).toMatchObject({
      name: "bridge",
      reason: "the capability table: measured not to call a search tool, but more than 100 tools",
    });
  });

  it("is the table's, however many tools there are, unless the entry limits eager ones", () => {
    const many = { toolCount: 10_000 };

    expect(choose({}, "m", { ...many, table: [{ loader: "eager" }] })).toMatchObject({
      name: "eager",
      reason: "the capability table",
    });
    expect(choose({}, "m", { ...many, table: [{ loader: "append", maxTools: 100 }] }).name).toBe("append");
  });

  it("is the one that the route names", () => {
    expect(choose({}, "anything", { loader: "append" })).toMatchObject({ name: "append", reason: "the route" });
    expect(choose({ dialect: "openai-chat" }, "anything", { loader: "append" }).name).toBe("append");
    expect(choose({}, "anything", { loader: "native" })).toMatchObject({ name: "native", reason: "the route" });
  });

  it.each(["auto", "native"] as const)("E2.5 is the bridge after a refusal, if the route says %s", (loader) => {
    const anthropic = { baseUrl: "https://api.anthropic.com" };

    expect(choose(anthropic, "claude-sonnet-5-5", { loader, hasRefused: true })).toMatchObject({
      name: "bridge",
      reason: "refused a short while ago",
    });
  });

  it("E2.5 does not change after a refusal if the route names a loader that does not send it", () => {
    expect(choose({}, "m", { loader: "append", hasRefused: true })).toMatchObject({ name: "append" });
  });

  it("follows a probe only if the upstream is unknown", () => {
    const probed = "honoured";

    expect(choose({}, "m", { probed })).toMatchObject({ name: "native", reason: expect.stringMatching(/^a probe/) });
    expect(choose({ dialect: "openai-chat" }, "m", { probed }).name).toBe("bridge");
    expect(choose({ baseUrl: "https://api.z.ai" }, "m", { probed }).name).toBe("bridge");
    expect(choose({}, "m", { probed: "dropped" })).toMatchObject({
      name: "bridge",
      reason: "a probe: the fields are dropped",
    });
    expect(choose({}, "m").reason).toBe("an unknown upstream");
  });
});

describe("messages of the role system", () => {
  it.each([
    ["stay in every dialect that has the role", true, { dialect: "openai-chat" }, [{ loader: "bridge" }]],
    ["stay where references are taken", true, {}, [{ loader: "native" }]],
    ["go where references are not taken", false, {}, [{ loader: "bridge" }]],
    ["stay where the table says that they are taken", true, {}, [{ loader: "bridge", takesSystemMessages: true }]],
    ["go where the table says that they are not", false, {}, [{ loader: "native", takesSystemMessages: false }]],
  ] satisfies [string, boolean, Partial<Upstream>, CapabilityEntry[]][])("%s", (_case, stay, upstream, table) => {
    expect(choose(upstream, "m", { table }).takesSystemMessages).toBe(stay);
  });
});

describe("an upstream as the engine sees it", () => {
  it("has the known provider and address, or its name", () => {
    const vertex = "https://eu-aiplatform.googleapis.com";

    expect(choose({ baseUrl: vertex }, "claude-sonnet-5-5").upstream).toMatchObject({
      provider: "vertex",
      baseUrl: vertex,
    });
    expect(choose({ name: "mine", baseUrl: undefined }, "m").upstream).toMatchObject({
      provider: "other",
      baseUrl: "mine",
    });
  });
});
