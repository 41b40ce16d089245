import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runToolcrib } from "../../testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();
const tools = files.writeLines("tools.jsonl", [
  { name: "send_email", description: "Send an email to somebody.", input_schema: null, server: null },
  { name: "send_mail_now", description: "Send a mail at once.", input_schema: null, server: null },
  { name: "get_forecast", description: "Weather forecast for a city.", input_schema: null, server: null },
  { name: "read_file", description: "Read a file from disk.", input_schema: null, server: null },
]);
const queries = files.writeLines("queries.jsonl", [
  { id: "1", query: "send_email", gold: ["send_email"] },
  { id: "2", query: "weather forecast", gold: ["get_forecast"] },
]);

function evaluate(...options: string[]): ReturnType<typeof runToolcrib> {
  return runToolcrib(["eval", "--ranker", "bm25", ...options]);
}

async function evaluateAsJson(...options: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr, exitCode } = await evaluate(...options, "--json");
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe("toolcrib eval", () => {
  it("prints exactly one JSON object with --json, and nothing else", async () => {
    const { stdout, stderr, exitCode } = await evaluate("--tools", tools, "--queries", queries, "--json");

    expect({ exitCode, stderr, lines: stdout.trimEnd().split("\n").length }).toEqual({
      exitCode: 0,
      stderr: "",
      lines: 1,
    });
    expect(JSON.parse(stdout)).toMatchObject({
      ranker: "bm25",
      tools: 4,
      queries: 2,
      recall: { "1": 1, "5": 1, "10": 1 },
      recall5Interval: [1, 1],
      mrr: 1,
      ndcg10: 1,
      falseReturns: null,
      latencyMs: { p50: expect.any(Number), p99: expect.any(Number) },
      indexMs: expect.any(Number),
    });
  });

  it("measures the hybrid ranker by default", async () => {
    const { stdout } = await runToolcrib(["eval", "--tools", tools, "--queries", queries, "--json"]);

    expect(JSON.parse(stdout)).toMatchObject({ ranker: "hybrid", recall: { "5": 1 } });
  });

  it("reads gzipped files, several of them, with repeated definitions", async () => {
    const more = files.writeGzippedLines("more-tools", [
      { name: "read_file", description: "Read a file from disk." },
      { name: "play_song", description: "Play a song." },
    ]);
    const packedQueries = files.writeGzippedLines("packed.jsonl.gz", [
      { id: "1", query: "play song", gold: ["play_song"] },
    ]);

    expect(await evaluateAsJson("--tools", `${tools},${more}`, "--queries", packedQueries)).toMatchObject({
      tools: 5,
      recall: { "1": 1 },
    });
  });

  it("follows --k", async () => {
    const { recall, recall5Interval } = await evaluateAsJson("--tools", tools, "--queries", queries, "--k", "2,1");

    expect(recall).toEqual({ "1": 1, "2": 1 });
    expect(recall5Interval).toEqual([1, 1]);
  });

  it("counts any accepted name, the share of several gold tools, and false returns", async () => {
    const graded = files.writeLines("graded.jsonl", [
      { id: "any", query: "weather forecast", gold: ["other"], gold_any: [["other", "get_forecast"]] },
      { id: "several", query: "read_file", gold: ["read_file", "get_forecast"] },
      { id: "returns", query: "email", gold: [] },
      { id: "silent", query: "xyzzy", gold: [] },
    ]);

    expect(await evaluateAsJson("--tools", tools, "--queries", graded)).toMatchObject({
      queries: 4,
      recall: { "1": 0.75 },
      falseReturns: 0.5,
      refused: 0,
    });
  });

  it("counts gold that is not in the catalogue as missed and warns with the number", async () => {
    const unknown = files.writeLines("unknown.jsonl", [
      { id: "1", query: "send_email", gold: ["send_email", "gone", "lost"] },
      { id: "2", query: "weather forecast", gold: ["get_forecast"] },
    ]);

    const { stdout, stderr, exitCode } = await evaluate("--tools", tools, "--queries", unknown, "--json");

    expect(exitCode).toBe(0);
    expect(stderr).toBe("warning: 2 gold tools are not in the catalogue (counted as missed): gone, lost\n");
    expect((JSON.parse(stdout) as { recall: Record<string, number> }).recall["5"]).toBeCloseTo((1 / 3 + 1) / 2, 5);
  });

  it("warns about queries that share an id, and counts them all", async () => {
    const repeated = files.writeLines("repeated.jsonl", [
      { id: "1", query: "send_email", gold: ["send_email"] },
      { id: "2", query: "weather forecast", gold: ["get_forecast"] },
      { id: "1", query: "forecast", gold: ["get_forecast"] },
      { query: "a query without an id", gold: [] },
      { query: "another one", gold: [] },
    ]);

    const { stdout, stderr, exitCode } = await evaluate("--tools", tools, "--queries", repeated, "--json");

    expect(exitCode).toBe(0);
    expect(stderr).toBe("warning: 1 query has the id of an earlier one (all are counted): 1\n");
    expect(JSON.parse(stdout)).toMatchObject({ queries: 5 });
  });

  it("continues if a ranker refuses a query", async () => {
    const notPatterns = files.writeLines("not-patterns.jsonl", [
      { id: "1", query: "forecast (", gold: ["get_forecast"] },
      { id: "2", query: "forecast", gold: ["get_forecast"] },
    ]);

    const run = await runToolcrib(["eval", "--tools", tools, "--queries", notPatterns, "--ranker", "regex", "--json"]);

    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain("regex rejected 1 query");
    expect(JSON.parse(run.stdout)).toMatchObject({ recall: { "1": 0.5 } });
  });

  it("prints a table, without colours in a pipe", async () => {
    const { stdout } = await evaluate("--tools", tools, "--queries", queries);

    expect(stdout).toMatch(/^bm25 over 4 tools\n2 queries: 2 answerable, 0 unanswerable\n/);
    expect(stdout).toContain("recall@5         1.000  95 %: 1.000 to 1.000\n");
    expect(stdout).toContain("false returns    –      not measured\n");
    expect(stdout).toContain("refused          0.000  95 %: 0.000 to 0.000\n");
    expect(stdout).toMatch(/latency {10}p50 [\d.]+ ms, p99 [\d.]+ ms per query\nindex {12}[\d.]+ m?s\n$/);
    expect(stdout).not.toContain("\u001b");
  });

  it("writes one line per query with --per-query", async () => {
    const graded = files.writeLines("per-query.jsonl", [
      { id: 7, query: "send_email", gold: ["send_email"], kind: "model" },
      { query: "email", gold: [] },
    ]);
    const file = join(files.folder, "lines.jsonl");

    expect(await evaluateAsJson("--tools", tools, "--queries", graded, "--per-query", file)).toMatchObject({
      kinds: { model: { queries: 1 } },
    });
    const lines = readFileSync(file, "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        id: "7",
        query: "send_email",
        kind: "model",
        ranker: "bm25",
        gold: [["send_email"]],
        hits: ["send_email"],
        candidates: [],
        ranks: [1],
        recall: { "1": 1 },
        loadedRecall: 1,
        refused: false,
        falseReturn: null,
      },
      { id: null, kind: null, ranks: null, recall: null, loadedRecall: null, refused: null, falseReturn: true },
    ]);
  });

  it("compares two rankers on the same queries with --compare", async () => {
    const options = ["--tools", tools, "--queries", queries, "--compare", "keyword,bm25"];
    const { stdout } = await runToolcrib(["eval", ...options, "--json"]);

    expect(JSON.parse(stdout)).toMatchObject({
      compared: ["keyword", "bm25"],
      reports: [{ ranker: "keyword" }, { ranker: "bm25" }],
      differences: { recall: { "1": { difference: 0, interval: [0, 0] } }, refused: { difference: 0 } },
    });
    const table = await runToolcrib(["eval", ...options]);
    expect(table.stdout).toMatch(/^bm25 against keyword: 4 tools, 2 queries\n/);
    expect(table.stdout).toContain("recall@5         1.000     1.000     +0.000      95 %: 0.000 to 0.000\n");
  });

  it("splits a comparison by the kind of the queries", async () => {
    const graded = files.writeLines("kinds.jsonl", [
      { query: "weather forecast", gold: ["get_forecast"], kind: "model" },
      { query: "forecast", gold: ["get_forecast"], kind: "everyday" },
    ]);
    const options = ["--tools", tools, "--queries", graded, "--compare", "keyword,bm25"];
    const { stdout } = await runToolcrib(["eval", ...options, "--json"]);

    const zero = { recall: { "5": { difference: 0, interval: [0, 0] } } };
    expect(JSON.parse(stdout)).toMatchObject({ differences: { kinds: { everyday: zero, model: zero } } });
    const table = await runToolcrib(["eval", ...options]);
    expect(table.stdout).toMatch(/\n\neveryday: 1 query\nrecall@1 {9}1\.000/);
  });

  it("never overwrites a file that it reads, or writes two results to one", async () => {
    const result = join(files.folder, "result");
    const taken = await evaluate("--tools", tools, "--queries", queries, "--html", queries);
    const twice = await evaluate("--tools", tools, "--queries", queries, "--html", result, "--per-query", result);

    const history = files.writeLines("history.json", [{ version: 1, tools: [] }]);
    const inputs = ["--tools", tools, "--queries", queries, "--history", history];
    const learned = await evaluate(...inputs, "--per-query", history);

    expect([taken.exitCode, twice.exitCode, learned.exitCode]).toEqual([2, 2, 2]);
    expect(taken.stderr).toContain("expected a separate file for --html, got the file of --queries");
    expect(twice.stderr).toContain("got the file of --per-query");
    expect(learned.stderr).toContain("got the file of --history");
    expect(readFileSync(queries, "utf8")).toContain("weather forecast");
  });

  it("writes a page of failures with --html, and says where a file cannot be written", async () => {
    const file = join(files.folder, "failures.html");
    const { exitCode } = await evaluate("--tools", tools, "--queries", queries, "--html", file);

    expect(exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("<!doctype html>");
    const missing = join(files.folder, "missing", "failures.html");
    const failed = await evaluate("--tools", tools, "--queries", queries, "--html", missing);
    expect(failed.exitCode).toBe(2);
    expect(failed.stderr).toContain("failures.html cannot be written");
  });

  it("gives the same quality numbers when repeated", async () => {
    const pick = ({ recall, recall5Interval, mrr, ndcg10, intervals }: Record<string, unknown>): unknown => {
      return { recall, recall5Interval, mrr, ndcg10, intervals };
    };
    const graded = files.writeLines("mixed.jsonl", [
      { id: "1", query: "send_email", gold: ["send_email"] },
      { id: "2", query: "forecast", gold: ["read_file"] },
      { id: "3", query: "disk", gold: ["read_file"] },
    ]);

    const first = pick(await evaluateAsJson("--tools", tools, "--queries", graded));

    expect(pick(await evaluateAsJson("--tools", tools, "--queries", graded))).toEqual(first);
    expect(first).toMatchObject({ recall5Interval: [0, 1] });
  });

  it("refuses a different definition of the same name", async () => {
    const other = files.writeLines("other.jsonl", [{ name: "read_file", description: "Read a book." }]);

    const { stdout, stderr, exitCode } = await evaluate("--tools", `${tools},${other}`, "--queries", queries);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toBe(
      `error: ${other}:1 and ${tools}:4 define "read_file" differently: expected one definition per name.\n` +
        "Remove or rename one of the two. Repeating the same definition is fine.\n",
    );
  });

  it.each([
    [
      ["--tools", "missing.jsonl", "--queries", queries],
      "missing.jsonl cannot be read: expected a file, got no such file.",
    ],
    [["--tools", tools], "required option '--queries <file>' not specified"],
    [["--tools", tools, "--queries", queries, "--k", "0"], "Expected a whole number of at least 1"],
    [["--tools", tools, "--queries", queries, "--k", "5,,10"], "got an empty one"],
    [["--tools", tools, "--queries", queries, "--ranker", "best"], "Allowed choices are"],
    [["--tools", tools, "--queries", queries, "--compare", "bm25"], "Expected two different rankers"],
    [["--tools", tools, "--queries", tools], "tools.jsonl:1 is not a query: expected query to be a text, got nothing."],
  ])("exits with 2 and a message, not a stack trace, for %j", async (options, part) => {
    const { stdout, stderr, exitCode } = await evaluate(...options);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(part);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});
