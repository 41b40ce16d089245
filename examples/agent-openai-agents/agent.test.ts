import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runExample } from "../../packages/adapters/suite/run-example.ts";

const program = new URL("./agent.ts", import.meta.url);
const guide = new URL("../../docs/guides/openai-agents.md", import.meta.url);

it("finds and calls a tool", async () => {
  const { output, provider } = await runExample(program, "responses", [
    { calls: [{ name: "find_tools", input: { query: "convert money" } }] },
    { calls: [{ name: "currency_convert", input: { amount: 20, from: "EUR", to: "NOK" } }] },
    { text: "20 euros are 230 kroner." },
  ]);

  expect(provider.rejected).toEqual([]);
  expect(output.split("\n")).toEqual([
    "tool_search_call_item",
    "tool_search_output_item",
    "tool_call_item",
    "tool_call_output_item",
    "message_output_item",
    "20 euros are 230 kroner.",
  ]);
  expect(provider.requests[2]?.text).toContain("230 NOK");
  expect(provider.requests.map(({ partsLost }) => partsLost)).toEqual([0, 0, 0]);
}, 60_000);

it("is in the guide verbatim", () => {
  expect(readFileSync(guide, "utf8")).toContain(`\`\`\`ts\n${readFileSync(program, "utf8")}\`\`\``);
});
