import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runExample } from "../../packages/adapters/suite/run-example.ts";

const program = new URL("./agent.ts", import.meta.url);
const guide = new URL("../../docs/guides/ai-sdk.md", import.meta.url);

it("finds and calls a tool of a real server", async () => {
  const { output, provider } = await runExample(program, "messages", [
    { calls: [{ name: "find_tools", input: { query: "sum of two numbers" } }] },
    { calls: [{ name: "get-sum", input: { a: 19, b: 23 } }] },
    { text: "19 and 23 make 42." },
  ]);

  expect(provider.rejected).toEqual([]);
  expect(output).toBe(
    'calls find_tools {"query":"sum of two numbers"}\ncalls get-sum {"a":19,"b":23}\n19 and 23 make 42.',
  );
  expect(provider.requests[2]?.text).toContain("The sum of 19 and 23 is 42.");
  expect(provider.requests.map(({ partsLost }) => partsLost)).toEqual([0, 0, 0]);
}, 60_000);

it("is in the guide verbatim", () => {
  expect(readFileSync(guide, "utf8")).toContain(`\`\`\`ts\n${readFileSync(program, "utf8")}\`\`\``);
});
