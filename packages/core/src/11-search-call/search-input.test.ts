import { describe, expect, it } from "vitest";
import { mcpTool } from "../testing/fixtures.ts";
import { search, sessionWith, textOf } from "../testing/searching.ts";

const slack = "mcp__slack__send_message";
const email = "mcp__email__send_email";

describe("the input of a search call", () => {
  it("E5.1 is answered with references to five tools at most, or as many as it asks for", async () => {
    const tools = Array.from({ length: 9 }, (_, index) => mcpTool("many", `send_${index}`));

    expect((await search({ query: "send" }, { tools })).found).toHaveLength(5);
    expect((await search({ query: "send", max_results: 7 }, { tools })).found).toHaveLength(7);
  });

  it.each([0, -1, "three", "", {}, Number.NaN, 0.5])(
    "P1 says what is wrong with max_results %j",
    async (maxResults) => {
      const answer = await search({ query: "send", max_results: maxResults });

      expect(answer.result.is_error).toBe(true);
      expect(textOf(answer)).toMatch(
        /^max_results: expected a whole number from 1 to 10000, got .+\. Leave it out to get 5\.$/,
      );
    },
  );

  it.each([[{ query: 42 }], [{}], [null], ["send"], [{ query: ["send"] }]])(
    "P1 says what is wrong with the input %j",
    async (input) => {
      const answer = await search(input);

      expect(answer.result.is_error).toBe(true);
      expect(textOf(answer)).toMatch(/^query: expected a string, got /);
    },
  );

  it("P1 throws for a value that is not a call", async () => {
    await expect(sessionWith().answerSearch({ type: "text" } as never)).rejects.toThrow(
      "The tool call is not usable: expected a tool_use block with an id, got an object.",
    );
  });

  it("E5.2 finds selected names whatever max_results says, eager and loaded ones too", async () => {
    const answer = await search({ query: ` select: ${slack}, Bash ,send_email,${slack}`, max_results: 1 });

    expect(answer.found).toEqual([slack, "Bash", email]);
    expect(answer.note).toBeUndefined();
  });

  it("L6 reports what was cut off", async () => {
    expect((await search({ query: "send", max_results: 1 })).note?.text).toBe(
      "Loaded 1 of 2 matching tools; raise max_results or use other words for the rest.",
    );
  });
});
