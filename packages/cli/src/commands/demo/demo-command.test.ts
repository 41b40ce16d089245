import type { SearchAnswer } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { runToolcrib } from "../../testing/run-toolcrib.ts";

interface DemoOutput {
  readonly tools: number;
  readonly estimatedTokens: number;
  readonly answers: readonly {
    readonly query: string;
    readonly shows: string;
    readonly estimatedTokens: number;
    readonly answer: Pick<SearchAnswer, "hits" | "candidates">;
  }[];
}

async function runDemo(): Promise<DemoOutput> {
  const { stdout, stderr, exitCode } = await runToolcrib(["demo", "--json"]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return JSON.parse(stdout) as DemoOutput;
}

describe("toolcrib demo", () => {
  it("finds what each of its queries is about, and loads nothing for the last", async () => {
    const { answers } = await runDemo();
    const namesOf = ({ hits, candidates }: Pick<SearchAnswer, "hits" | "candidates">) =>
      [...hits, ...candidates].map(({ name }) => name);
    const namesByQuery = new Map(answers.map(({ query, answer }) => [query, namesOf(answer)]));
    const last = answers.at(-1);

    expect(Object.fromEntries(namesByQuery)).toEqual({
      create_pull_request: ["mcp__github__create_pull_request"],
      "photograph this website": expect.arrayContaining(["mcp__browser__take_screenshot"]),
      "the website is too slow for our visitors, run more copies of it": expect.arrayContaining([
        "mcp__kubernetes__scale_deployment",
      ]),
      "+jira leave a comment": expect.arrayContaining(["mcp__jira__add_comment"]),
      "select:mcp__gmail__send_email,mcp__calendar__create_event": [
        "mcp__gmail__send_email",
        "mcp__calendar__create_event",
      ],
      "/^mcp__kubernetes__.*(logs|events)$/": ["mcp__kubernetes__get_pod_logs", "mcp__kubernetes__list_events"],
      明日の天気を教えて: expect.arrayContaining(["mcp__weather__get_forecast"]),
      "вернуть деньги покупателю": expect.arrayContaining(["mcp__stripe__refund_payment"]),
      播放一首歌: expect.arrayContaining(["mcp__spotify__play"]),
      "bake sourdough bread": expect.any(Array),
    });
    expect(last).toMatchObject({ query: "bake sourdough bread", answer: { hits: [] } });
  });

  it("does not call an answer that only names tools free", async () => {
    const { stdout } = await runToolcrib(["demo"]);

    expect(stdout).toContain("no definition loaded");
    expect(stdout).not.toContain("about 0 tokens");
  });

  it("respects the required word", async () => {
    const { answers } = await runDemo();
    const required = answers.find(({ query }) => query.startsWith("+jira"));

    expect(required?.answer.hits.filter(({ name }) => !name.includes("jira"))).toEqual([]);
  });

  it("estimates the tokens of all definitions and of those that were found", async () => {
    const { estimatedTokens, answers } = await runDemo();

    expect(estimatedTokens).toBeGreaterThan(20_000);
    for (const answer of answers) {
      expect(answer.estimatedTokens).toBeLessThan(estimatedTokens / 20);
    }
  });

  it("prints text and exits without a terminal", async () => {
    const { stdout, exitCode } = await runToolcrib(["demo"]);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^A sample catalogue: 225 tools of 15 servers, indexed in /);
    expect(stdout).toContain("(an estimate: characters ÷ 2.5)");
    expect(stdout).toContain("mcp__browser__take_screenshot");
    expect(stdout).not.toContain("Your turn");
    expect(stdout).not.toContain("\u001b");
  });
});
