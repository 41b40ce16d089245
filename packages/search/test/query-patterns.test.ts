import { describe, expect, it } from "vitest";
import { indexOf, namesOf, workshopTools } from "./support/catalogue.ts";

const index = await indexOf(workshopTools);
/** Text of two letters in an order that does not repeat. */
function irregular(length: number, seed: number): string {
  let state = seed + 12_345;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state & 65_536) === 0 ? "a" : "b";
  }).join("");
}

const byPattern = (pattern: string) => index.search(pattern, { ranker: "regex", limit: 20 });

describe("patterns", () => {
  it.each(["/^mcp__SLACK/", "  /^mcp__slack/i ", "/(?i)^MCP__SLACK/gi"])(
    "are read between slashes: %s",
    async (query) => {
      const answer = await index.search(query);
      expect(answer).toMatchObject({ kind: "regex", ranker: "regex", semantic: "not needed" });
      expect(namesOf(answer)).toEqual(["mcp__slack__list_channels", "mcp__slack__send_message"]);
    },
  );

  it("are the whole query for the regex ranker, prefixes and all", async () => {
    expect(namesOf(await byPattern("^mcp__slack"))).toEqual(["mcp__slack__list_channels", "mcp__slack__send_message"]);
    expect(namesOf(await byPattern("select:ping"))).toEqual([]);
  });

  it("are not read out of a path", async () => {
    expect((await index.search("/etc/hosts")).kind).toBe("words");
    expect(namesOf(await index.search("/workspace/channels", { ranker: "bm25" }))).toContain(
      "mcp__slack__list_channels",
    );
  });

  it("match any field, and count the name most", async () => {
    const answer = await byPattern("issue|pull");
    expect(namesOf(answer)[0]).toBe("mcp__github__create_issue");
    expect(answer.hits[0]?.why.map(({ feature }) => feature)).toEqual(["name", "description", "argument descriptions"]);
    expect(namesOf(await byPattern("^title$"))).toEqual(["mcp__github__create_issue"]);
    expect(namesOf(await byPattern("chat dm"))).toEqual(["mcp__slack__send_message"]);
  });

  it("have the meaning of RE2: the empty pattern of a group matches all, classes and Unicode work", async () => {
    expect((await byPattern("()")).matched).toBe(workshopTools.length);
    expect(namesOf(await byPattern("^\\pL{4}$"))).toEqual(["ping"]);
    expect(namesOf(await byPattern("[[:upper:]]ebFetch"))).toContain("WebFetch");
  });

  it.each([
    ["[", "missing ]: ["],
    ["[a-", "missing ]: [a-"],
    ["(", "missing ): ("],
    [")", "unexpected ): )"],
    ["*", "no argument for repetition operator: *"],
    ["a**", "bad repetition operator: **"],
    ["a{2,1}", "invalid repetition size: {2,1}"],
    ["a{1001}", "invalid repetition size: {1001}"],
    ["(?=a)", "invalid perl operator: (?="],
    ["(?!a)", "invalid perl operator: (?!"],
    ["(a)\\1", "invalid escape sequence: \\1"],
    ["[z-a]", "invalid character class range: z-a"],
    ["\\", "trailing \\"],
  ])("are refused with the API's own messages: %s", async (pattern, reason) => {
    await expect(byPattern(pattern)).rejects.toMatchObject({
      code: "invalid_pattern",
      summary: `Invalid regular expression pattern: ${reason}`,
    });
  });

  it.each(["(?<=a)b", "(?<!a)b", "(?P<x", "(?z)x", "\\8", "(?i)(", "[\n", "(\n", "\u2028["])(
    "are refused with a reason, never with another error: %j",
    async (pattern) => {
      await expect(byPattern(pattern)).rejects.toMatchObject({ code: "invalid_pattern" });
    },
  );

  it("may have at most 200 characters", async () => {
    expect((await byPattern("x".repeat(200))).hits).toEqual([]);
    await expect(byPattern("x".repeat(201))).rejects.toMatchObject({
      code: "pattern_too_long",
      details: { limit: 200, length: 201 },
    });
    await expect(index.search(`/${"x".repeat(201)}/`)).rejects.toMatchObject({ code: "pattern_too_long" });
  });

  it("may have 200 characters of any script, as the API counts them", async () => {
    expect((await byPattern("😀".repeat(200))).hits).toEqual([]);
    await expect(byPattern("😀".repeat(201))).rejects.toMatchObject({ details: { limit: 200, length: 201 } });
  });

  it.each([
    ["a[ab]{900}[cd]", 904],
    ["(?:.?){900}Q", 1_803],
    ["(?:(?:a{10}){10}){10}", 1_002],
  ])("are refused if their repeats make them large: %s", async (pattern, size) => {
    await expect(index.search(pattern, { ranker: "regex" })).rejects.toMatchObject({
      code: "pattern_too_large",
      details: { limit: 500, size },
    });
  });

  it("end with what they have found when they take too much work, and say so", async () => {
    const tools = [
      { name: "a_needle" },
      ...Array.from({ length: 50 }, (_, number) => ({ name: `tool_${number}`, description: irregular(2_000, number) })),
      { name: "z_needle" },
    ];
    const pattern = "needle|a[ab]{400}[cd]";
    const answer = await (await indexOf(tools)).search(pattern, { ranker: "regex" });

    expect(namesOf(answer)).toEqual(["a_needle"]);
    expect(answer.unsearched).toBeGreaterThan(0);
    expect(answer.searched + (answer.unsearched ?? 0)).toBe(tools.length);
    expect(answer.summary).toContain(`${answer.unsearched} tools were not searched`);
    // Which tools are left out does not depend on the order in which they were added.
    expect(await (await indexOf(tools.toReversed())).search(pattern, { ranker: "regex" })).toEqual(answer);
    expect(await (await indexOf(tools)).search("needle|(ab)+c", { ranker: "regex" })).not.toHaveProperty("unsearched");
  });

  it("let other work run while they read a large catalogue", async () => {
    const text = "creates and updates the issues of a repository with their labels ".repeat(120);
    const tools = Array.from({ length: 600 }, (_, number) => ({ name: `tool_${number}`, description: text }));
    const large = await indexOf(tools);
    let turns = 0;
    const count = (): void => {
      turns++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const answer = await large.search("(create|delete)_(issue|label)s?|\\bupdates\\b.*labels", { ranker: "regex" });
    clearImmediate(counting);

    // One before it begins.
    expect(turns).toBeGreaterThan(1);
    expect(answer).toMatchObject({ searched: 600, matched: 600 });
    expect(answer).not.toHaveProperty("unsearched");
  });

  it.each(["(a+)+$", "(a|a)*b", "(.*)*(.*)*x$", "(a?){30}a{30}b"])(
    "that hang other engines are answered: %s",
    async (pattern) => {
      const long = await indexOf([{ name: "long", description: `${"a".repeat(5_000)}!` }]);
      expect((await long.search(pattern, { ranker: "regex" })).hits).toEqual([]);
    },
  );
});
