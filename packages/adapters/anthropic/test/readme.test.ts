import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { createStrictMessagesApi } from "../src/testing/index.ts";

const slack = "mcp__slack__send_message";
const schema = { type: "object", properties: { text: { type: "string" } } };
const program = fileURLToPath(new URL("./readme-loop.generated.ts", import.meta.url));

afterEach(() => {
  rmSync(program, { force: true });
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

it.each(["../README.md", "../../../core/README.md"])("the loop in %s works as printed", async (file) => {
  const api = createStrictMessagesApi((_body, number) => {
    if (number === 1) {
      return [{ type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "send a message" } }];
    }
    if (number === 2) return [{ type: "tool_use", id: "toolu_2", name: slack, input: { text: "The build is green." } }];
    return [{ type: "text", text: "Done." }];
  });
  const ran: unknown[] = [];
  const run = (name: string, input: unknown): string => {
    ran.push([name, input]);
    return "sent";
  };
  vi.stubEnv("ANTHROPIC_API_KEY", "none");
  vi.stubGlobal("fetch", api.fetch);
  vi.stubGlobal("allMyTools", [{ name: slack, description: "Sends a message.", input_schema: schema }]);
  vi.stubGlobal("run", run);
  vi.stubGlobal("myTools", { [slack]: (input: unknown) => run(slack, input) });
  const readme = readFileSync(fileURLToPath(new URL(file, import.meta.url)), "utf8");
  const [, loop = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  writeFileSync(program, loop);

  await import(/* @vite-ignore */ `${program}?of=${file.length}`);

  expect(api.rejected).toEqual([]);
  expect(api.accepted).toHaveLength(3);
  expect(ran).toEqual([[slack, { text: "The build is green." }]]);
});
