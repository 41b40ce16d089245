import { readFileSync } from "node:fs";
import { DeferralSession, type PreparedRequest } from "@toolcrib/core";
import { lintTools, type SearchableTool, ToolIndex } from "@toolcrib/search";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleFile } from "../src/reading/sample-file.ts";
import { runToolcrib } from "../src/testing/run-toolcrib.ts";

const readme = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const sampleTools = readFileSync(sampleFile, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as SearchableTool);
const index = new ToolIndex();

beforeAll(async () => {
  index.add(sampleTools);
  await index.ready();
});

async function firstNames(query: string, limit = 5): Promise<string[]> {
  const { hits } = await index.search(query, { limit });
  return hits.map(({ name }) => name);
}

describe("the searches that the READMEs show", () => {
  it("finds what the README of search prints", async () => {
    const text = readme("packages/search/README.md");
    const query = /index\.search\("([^"]+)"\)/.exec(text)?.[1] as string;
    const { hits, summary } = await index.search(query);
    expect(text).toContain(`answer.hits[0]; // { name: "${hits[0]?.name}", score: ${hits[0]?.score.toFixed(1)},`);
    expect(text).toContain(`answer.summary; // "${summary}"`);
  });

  it("finds as many tools by their own words as the README of search prints", async () => {
    const { asked, found, semantic } = (await lintTools(sampleTools)).selfRetrieval;

    expect(readme("packages/search/README.md")).toContain(
      `selfRetrieval; // { asked: ${asked}, found: ${found}, semantic: "${semantic}" }`,
    );
  });

  it("runs the search of the README, which finds a chat tool first", async () => {
    const [, query, path] = /toolcrib search "([^"]+)" --tools (\S+)/.exec(readme("README.md")) as RegExpExecArray;
    const file = new URL(`../../../${path}`, import.meta.url).pathname;
    const { stdout, exitCode } = await runToolcrib(["search", query as string, "--tools", file, "--json"]);
    expect(exitCode).toBe(0);
    const { hits } = JSON.parse(stdout) as { hits: { name: string }[] };
    expect(hits[0]?.name).toBe("mcp__slack__post_message");
  });
});

/** The code of the TypeScript quick start, without its import, with the result of its search. */
function quickStart(...names: readonly string[]): (...values: readonly unknown[]) => Promise<{ content: unknown }> {
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(readme("README.md")) ?? [];
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const body = `${code.replace(/^import .*\n/, "")}\nreturn result;`;
  return AsyncFunction(...names, body) as ReturnType<typeof quickStart>;
}

describe("the quick start in TypeScript", () => {
  it("defers the tools and answers a search with references", async () => {
    const tools = [{ name: "Bash", input_schema: { type: "object" } }, ...sampleTools];
    const messages = [{ role: "user", content: "Tell the team that I am late." }];
    const sent: PreparedRequest[] = [];
    const send = async (prepared: PreparedRequest) => {
      sent.push(prepared);
      const input = { query: "let the team know I am late" };
      return [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input }];
    };
    const run = quickStart("DeferralSession", "tools", "model", "messages", "send");
    const { content } = await run(DeferralSession, tools, "claude-sonnet-5-5", messages, send);

    expect(sent[0]?.gate.isOn).toBe(true);
    expect(content).toContainEqual({ type: "tool_reference", tool_name: "mcp__slack__post_message" });
  });
});

describe("everyday wording over the sample", () => {
  it.each([
    ["let the team know I am late", "mcp__slack__post_message"],
    ["notify the team", "mcp__slack__post_message"],
    ["give the channel a heads up about the outage", "mcp__slack__post_message"],
    ["what's on my schedule tomorrow", "mcp__calendar__list_events"],
    ["how warm will it be this weekend in Porto", "mcp__weather__get_forecast"],
    ["do I need an umbrella today", "mcp__weather__get_forecast"],
    ["pull up the bbc homepage", "mcp__browser__navigate"],
    ["roll the deployment back", "mcp__kubernetes__rollout_undo"],
    ["shoot Ana an email", "mcp__gmail__send_email"],
    ["turn the music down", "mcp__spotify__set_volume"],
  ])("finds the tool for %j first", async (query, name) => {
    expect((await firstNames(query))[0]).toBe(name);
  });

  it.each([
    ["book a table for two", "mcp__maps__search_places"],
    ["get my money back", "mcp__stripe__refund_payment"],
  ])("has the tool for %j among the first five", async (query, name) => {
    expect(await firstNames(query)).toContain(name);
  });
});
