import { jsonSchema, tool } from "ai";
import { expect, it } from "vitest";
import { runReadme } from "../../suite/run-readme.ts";

it("the program in the README works as printed", async () => {
  const ran: unknown[] = [];
  const slack_post = tool({
    description: "Send a message to a channel.",
    inputSchema: jsonSchema<{ text: string }>({ type: "object", properties: { text: { type: "string" } } }),
    execute: (input) => {
      ran.push(input);
      return "sent";
    },
  });
  const moves = [
    { calls: [{ name: "find_tools", input: { query: "send a message" } }] },
    { calls: [{ name: "slack_post", input: { text: "The build is green." } }] },
    { text: "Done." },
  ];
  const readme = new URL("../README.md", import.meta.url);
  const { provider } = await runReadme(readme, "messages", moves, { allMyTools: { slack_post } });

  expect(provider.rejected).toEqual([]);
  expect(provider.requests).toHaveLength(3);
  expect(ran).toEqual([{ text: "The build is green." }]);
});
