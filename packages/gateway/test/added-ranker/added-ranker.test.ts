import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { createStrictMessagesApi, type RequestBody } from "@toolcrib/anthropic/testing";
import { DeferralSession } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { createGateway, type GatewayConfig, loadConfig, parseConfig, type TraceRecord } from "../../src/index.ts";
import { serveFetch } from "../../src/testing/serve.ts";
import { useClosers } from "../../src/testing/use-closers.ts";
import { longestNameRanker } from "./longest-name-ranker.ts";

const closers = useClosers();

const tool = (name: string, description: string) => ({ name, description, input_schema: { type: "object" as const } });
const weather = tool("mcp__maps__weather", "Tells the weather of a city.");
const longest = tool("mcp__bank__list_all_of_the_stocks", "Lists stocks.");
const tools = [tool("Bash", "Runs a command."), weather, longest];

/** Searches once, and then speaks. */
function answer({ messages }: RequestBody) {
  if (JSON.stringify(messages).includes("tool_result")) return [{ type: "text", text: "Done." }];
  return [
    { type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "weather of a city", max_results: 1 } },
  ];
}

async function search(config: GatewayConfig): Promise<TraceRecord["searches"]> {
  const upstream = await serveFetch(createStrictMessagesApi(answer).fetch);
  closers.push(upstream.close);
  const records: TraceRecord[] = [];
  const gateway = await createGateway(
    { upstreams: { model: { dialect: "anthropic", url: upstream.url } }, inject: "always", ...config },
    {
      rankers: [longestNameRanker],
      sinks: [{ specificationVersion: "v1", record: (record) => void records.push(record) }],
    },
  );
  closers.push(() => gateway.close());
  const { url } = await gateway.listen({ port: 0 });
  const client = new Anthropic({ baseURL: url, apiKey: "k", maxRetries: 0 });
  await client.messages.create({
    model: "claude-sonnet-5-5",
    max_tokens: 1000,
    messages: [{ role: "user", content: "How is the weather?" }],
    tools,
  });
  await expect.poll(() => records).toHaveLength(1);
  return records[0]?.searches ?? [];
}

describe("an added ranker", () => {
  const byAdded = { ranker: "longest-name", hits: [longest.name] };

  it.each<[string, GatewayConfig, object]>([
    ["for all routes", { settings: { ranker: "longest-name" } }, byAdded],
    ["on a route", { routes: [{ model: "*", settings: { ranker: "longest-name" } }] }, byAdded],
    [
      "for all routes but one",
      { settings: { ranker: "longest-name" }, routes: [{ model: "*", settings: { ranker: "bm25" } }] },
      { ranker: "bm25", hits: [weather.name] },
    ],
  ])(
    "E5.6: answers an injected search if the config names it %s, and the trace names it",
    async (_where, config, expected) => {
      expect(await search(config)).toMatchObject([{ kind: "injected", ...expected }]);
    },
  );

  it("answers admin searches if the config names it", async () => {
    const gateway = await createGateway(
      { settings: { ranker: "longest-name" } },
      { rankers: [longestNameRanker], admin: { tools: () => [weather, longest] } },
    );
    closers.push(() => gateway.close());
    const found = await gateway.app.request("http://localhost/admin/search", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "weather of a city", limit: 1 }),
    });

    expect(await found.json()).toMatchObject({ ranker: "longest-name", hits: [{ name: longest.name }] });
  });

  it("is a config error if it was not added, or if its name is taken", async () => {
    await expect(createGateway({ settings: { ranker: "magic" } })).rejects.toThrow(
      "expected one of hybrid, bm25, keyword, regex, semantic, got magic",
    );
    await expect(createGateway({ routes: [{ model: "*", settings: { ranker: "magic" } }] })).rejects.toThrow("magic");
    await expect(createGateway({}, { rankers: [{ ...longestNameRanker, name: "bm25" }] })).rejects.toThrow("bm25");
    await expect(createGateway({}, { rankers: [longestNameRanker, longestNameRanker] })).rejects.toThrow(
      "unique names",
    );
  });

  it("works in a session, by its settings", async () => {
    const session = new DeferralSession({ tools, settings: { ranker: longestNameRanker, toolSearch: true } });
    const call = {
      type: "tool_use",
      id: "t",
      name: "ToolSearch",
      input: { query: "weather of a city", max_results: 1 },
    } as const;
    const { found } = await session.answerSearch(call);

    expect(found).toEqual([longest.name]);
    expect(() => new DeferralSession({ tools, settings: { ranker: { name: "x" } as never } })).toThrow(
      "a ranker of specification v1",
    );
  });
});

describe("a config file that names what a program adds", () => {
  const added = { loaders: ["phrasebook"], rankers: ["longest-name"] };
  const config = {
    loader: "phrasebook",
    settings: { ranker: "longest-name" },
    routes: [{ model: "*", loader: "phrasebook", settings: { ranker: "longest-name" } }],
    capabilities: [{ loader: "phrasebook" }],
  };

  it("is valid if the names are passed, from a value and from a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "toolcrib-"));
    closers.push(() => rm(folder, { recursive: true }));
    const file = join(folder, "toolcrib.json");
    await writeFile(file, JSON.stringify(config));

    expect(parseConfig(config, added)).toEqual(config);
    expect(await loadConfig({ file, added })).toMatchObject(config);
    await expect(loadConfig({ file })).rejects.toThrow("loader");
  });

  it.each<[string, object]>([
    ["loader", { loader: "phrase" }],
    ["settings.ranker", { settings: { ranker: "longest" } }],
    ["routes.0.loader", { routes: [{ model: "*", loader: "phrase" }] }],
    ["routes.0.settings.ranker", { routes: [{ model: "*", settings: { ranker: "longest" } }] }],
    ["capabilities.0.loader", { capabilities: [{ loader: "auto" }] }],
  ])("is refused for another name in %s", (field, value) => {
    expect(() => parseConfig(value, added)).toThrow(field);
    expect(() => parseConfig({ ...config, ...value }, {})).toThrow("to be one of");
  });

  it("is refused for unknown fields, like any other", () => {
    expect(() => parseConfig({ ...config, unknown: 1 }, added)).toThrow("unknown");
    expect(() => parseConfig({ settings: { unknown: 1 } }, added)).toThrow("unknown");
    expect(() => parseConfig({ routes: [{ model: "*", unknown: 1 }] }, added)).toThrow("unknown");
  });
});
