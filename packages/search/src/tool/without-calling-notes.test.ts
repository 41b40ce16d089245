import { describe, expect, it } from "vitest";
import { withoutCallingNotes } from "./without-calling-notes.ts";

const advice =
  "When using this tool, always use the `jq_filter` parameter to reduce the response size and improve performance.\n\nOnly omit if you're sure you don't need the data.\n\n";
const schema = "\n\n# Response Schema\n```json\n{ type: 'object', properties: { data: { type: 'array' } } }\n```";

describe("withoutCallingNotes", () => {
  it.each([
    [`${advice}Lists the metrics.${schema}`, "Lists the metrics."],
    [`${advice}Lists the metrics.`, "Lists the metrics."],
    [`Lists the metrics.${schema}`, "Lists the metrics."],
    ["Runs code.\n```py\nprint(1)\n```\nReturns what it prints.", "Runs code.\n \nReturns what it prints."],
    ["Runs code. Example:\n```py\nprint(1)", "Runs code. Example:"],
  ])("leaves what the tool does of %j", (description, said) => {
    expect(withoutCallingNotes(description)).toBe(said);
  });

  it.each([
    "",
    "Creates an issue. When using this tool, name the repository.",
    "Use `jq` to filter JSON.",
    "# Metrics\nLists them.",
    "```sql\nSELECT 1\n```",
    advice,
  ])("leaves %j as it is", (description) => {
    expect(withoutCallingNotes(description)).toBe(description);
  });

  it("takes time in proportion to the text", () => {
    const start = performance.now();
    withoutCallingNotes("```a``".repeat(1_300));
    withoutCallingNotes(`When using this tool,${" # a".repeat(2_000)}\`\`\``);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
