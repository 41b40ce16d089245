import { describe, expect, it } from "vitest";
import { brokenServer, memoryServer } from "../../testing/memory-server.ts";
import { runInProcess } from "../../testing/run-in-process.ts";
import { serve } from "../../testing/serve.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";
import type { InspectReport } from "./print-inspection.ts";

const files = createTemporaryFiles();
const tools = files.writeLines("tools.jsonl", [
  { name: "mcp__mail__send_email", description: "Send an email to one or several people.", server: "mail" },
  { name: "mcp__weather__get_forecast", description: "Get the weather forecast for a city.", server: "weather" },
  { name: "mcp__weather__alerts", server: "weather" },
]);
const fine = files.writeLines("fine.jsonl", [
  { name: "mcp__mail__send_email", description: "Send an email to one or several people.", server: "mail" },
]);
// Caches and clients' configs of the machine must not matter.
const environment = { HOME: files.folder, XDG_CACHE_HOME: files.folder, XDG_CONFIG_HOME: files.folder };
const run = { environment, folder: files.folder };

describe("toolcrib inspect", () => {
  it("weighs servers and tools of a file, and reports what is hard to find with status 1", async () => {
    const { stdout, exitCode } = await runInProcess(["inspect", "--tools", tools, "--json"], run);
    const report = JSON.parse(stdout) as InspectReport;

    expect(exitCode).toBe(1);
    expect(report.tokens).toEqual({ source: "estimated", model: null });
    expect(report.servers.map(({ name, tools: count }) => [name, count])).toEqual([
      ["weather", 2],
      ["mail", 1],
    ]);
    expect(report.lint.counts.missing_description).toBe(1);
    expect(report.heaviestTools).toHaveLength(3);
  });

  it("weighs tools that are named after a server with that server, and the others without one", async () => {
    const dump = files.writeLines("dump.jsonl", [
      { name: "mcp__github__create_issue", description: "Opens an issue in a repository." },
      { name: "mcp__github__list_issues", description: "Lists the issues of a repository." },
      { name: "mcp__mail__send_email", description: "Sends an email.", server: "post" },
      { name: "Read" },
    ]);

    const json = await runInProcess(["inspect", "--tools", dump, "--json"], run);
    const text = await runInProcess(["inspect", "--tools", dump], run);

    const { servers } = JSON.parse(json.stdout) as InspectReport;
    expect(Object.fromEntries(servers.map(({ name, tools: count }) => [name, count]))).toEqual({
      "": 1,
      github: 2,
      post: 1,
    });
    expect(text.stdout).toMatch(/^ +\d+ {2}github {2}2 tools$/m);
  });

  it("says that there are no tools instead of weighing none", async () => {
    const config = files.write("broken.json", JSON.stringify({ mcpServers: { broken: brokenServer } }));

    const { stdout, exitCode } = await runInProcess(["inspect", "--config", config], run);

    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^No tools were found\.\nfails broken: .*API_KEY is missing/);
    expect(stdout).not.toContain("tokens");
  });

  it("exits with 0 if nothing is wrong, and marks its figures as estimates", async () => {
    const { stdout, exitCode } = await runInProcess(["inspect", "--tools", fine], run);

    expect(exitCode).toBe(0);
    expect(stdout).toContain("an estimate: characters ÷ 2.5");
    expect(stdout).toContain("No tool is hard to find.");
    expect(stdout).toContain("Deferral would save nothing: ");
    expect(stdout).not.toContain("% less");
  });

  it("reports what deferral saves, which grows with the number of tools", async () => {
    const many = files.writeLines(
      "many.jsonl",
      Array.from({ length: 200 }, (_, number) => ({
        name: `mcp__shop__tool_${number}`,
        description: `Changes field ${number} of an order. ${"It needs the order's number. ".repeat(5)}`,
        server: "shop",
      })),
    );

    const { stdout } = await runInProcess(["inspect", "--tools", many, "--json"], run);
    const { eagerTokens, deferredTokens, deferredTools } = JSON.parse(stdout) as InspectReport;

    expect(deferredTools).toBe(2);
    expect(deferredTokens).toBeLessThan(eagerTokens / 4);
  });

  it("speaks of one tool as one", async () => {
    const one = files.writeLines("one.jsonl", [{ name: "add", description: "Add two numbers." }]);

    const { stdout } = await runInProcess(["inspect", "--tools", one], run);

    expect(stdout).toContain("finds 1 of 1 tool among the first five.");
    expect(stdout).toContain("1 tool with about");
    expect(stdout).not.toMatch(/1 tools|are few/);
  });

  it("advises: whether to defer, what to keep in the prompt, which descriptions to improve and with what effect", async () => {
    const shop = files.writeLines("shop.jsonl", [
      { name: "mcp__shop__query_db_orders", description: "Execute order query", server: "shop" },
      { name: "mcp__shop__list_archived_orders", description: "List archived orders of past years.", server: "shop" },
    ]);
    const better = files.write("better.json", '{"mcp__shop__query_db_orders": "Find the purchases of a customer."}');
    const trace = (conversation: string) => ({
      kind: "messages",
      status: 200,
      conversation,
      clientCalls: ["mcp__shop__query_db_orders"],
      toolCalls: [],
      searches: [{ query: "what a customer bought", hits: ["mcp__shop__query_db_orders"] }],
    });
    const url = await serve(({ path }) => {
      expect(path).toBe("/admin/traces?limit=1000");
      return Response.json({ traces: ["1", "2", "3", "4", "5"].map(trace), next: null });
    });

    const advising = ["inspect", "--tools", shop, "--gateway", url, "--try", better];
    const text = await runInProcess(advising, run);
    const json = await runInProcess([...advising, "--json"], run);
    const { advice } = JSON.parse(json.stdout) as InspectReport;

    expect(text.stdout).toContain("Advice: load all of these tools");
    expect(text.stdout).toMatch(
      /yours {4}Find the purchases of a customer\.\n {2}effect {3}among the first five for 0 → 1 of 1 queries/,
    );
    expect(advice.deferral.verdict).toBe("load-all");
    expect(advice.eagerTools.policy).toEqual([{ action: "pin", name: "mcp__shop__query_db_orders" }]);
    expect(advice.descriptions).toMatchObject([
      {
        tool: "mcp__shop__query_db_orders",
        code: "name_as_description",
        queriesFrom: "real searches",
        before: { found: 0 },
        after: { found: 1, reciprocalRank: 1 },
      },
    ]);
  });

  it("exits with 2 for descriptions that are none", async () => {
    const wrong = files.write("wrong.json", '["text"]');
    const { exitCode, stderr } = await runInProcess(["inspect", "--tools", fine, "--try", wrong], run);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("wrong.json has no descriptions: expected a JSON object of tool names and texts, got");
  });

  it("starts the servers of a config, reports one that fails with its last output, and leaves none running", async () => {
    const config = files.write(
      "mcp.json",
      JSON.stringify({ mcpServers: { memory: memoryServer(`${files.folder}/m.jsonl`), broken: brokenServer } }),
    );

    const { stdout, exitCode } = await runInProcess(["inspect", "--config", config, "--json"], run);
    const report = JSON.parse(stdout) as InspectReport;

    expect(exitCode).toBe(1);
    expect(report.servers).toMatchObject([{ name: "memory", tools: 9 }]);
    expect(report.failures).toMatchObject([
      { server: "broken", reason: expect.stringContaining("API_KEY is missing") },
    ]);
  });

  it("counts with an upstream that counts", async () => {
    const url = await serve(({ path, body, headers }) => {
      expect(path).toBe("/v1/messages/count_tokens");
      expect(headers["x-api-key"]).toBe("secret");
      const { tools: counted = [] } = JSON.parse(body) as { tools?: unknown[] };
      return Response.json({ input_tokens: 10 + counted.length * 100 });
    });

    const counting = ["inspect", "--tools", tools, "--upstream", url, "--json"];
    const { stdout } = await runInProcess([...counting, "--upstream-key-env", "KEY"], {
      ...run,
      environment: { ...environment, KEY: "secret", ANTHROPIC_API_KEY: "not for this host" },
    });

    expect(JSON.parse(stdout)).toMatchObject({
      tokens: { source: "counted" },
      eagerTokens: 300,
      deferredTokens: 200,
      servers: [
        { name: "weather", tokens: 200 },
        { name: "mail", tokens: 100 },
      ],
    });
  });

  it("sends Anthropic's key to no other host, even if it is in the environment", async () => {
    const seen: unknown[] = [];
    const url = await serve(({ headers }) => {
      seen.push(headers["x-api-key"], headers.authorization);
      return Response.json({ input_tokens: 1 });
    });

    await runInProcess(["inspect", "--tools", fine, "--upstream", url], {
      ...run,
      environment: { ...environment, ANTHROPIC_API_KEY: "secret" },
    });

    expect(new Set(seen)).toEqual(new Set([undefined]));
  });

  it("exits with 2 if the upstream does not count, if there is nothing to inspect, and if a config is broken", async () => {
    const url = await serve(() => new Response("no", { status: 404 }));
    const counting = await runInProcess(["inspect", "--tools", tools, "--upstream", url], run);
    const nothing = await runInProcess(["inspect"], run);
    const broken = await runInProcess(["inspect", "--config", files.write("broken.json", "{")], run);

    expect([counting.exitCode, nothing.exitCode, broken.exitCode]).toEqual([2, 2, 2]);
    expect(counting.stderr).toContain("does not count tokens");
    expect(nothing.stderr).toContain("No config with MCP servers was found");
    expect(broken.stderr).toContain("broken.json");
  });
});
