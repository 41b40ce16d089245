import { createProgramTool, createQuickJsSandbox, createToolSearch, type ProgramTool, stepText } from "@toolcrib/code";
import { afterAll, describe, expect, it } from "vitest";

const sandbox = createQuickJsSandbox();
afterAll(() => sandbox.close());

const tools: readonly ProgramTool[] = [
  {
    name: "list_orders",
    description: "Lists all orders.",
    inputSchema: { type: "object", properties: {} },
    outputSchema: { type: "array", items: { type: "integer" } },
    execute: () => [5, 70],
  },
];

describe("createProgramTool", () => {
  it("describes what programs may call", () => {
    const { name, description, inputSchema } = createProgramTool({ sandbox, tools });

    expect(name).toBe("run_program");
    expect(description).toContain(
      "/** Lists all orders. */ list_orders(input?: Record<string, unknown>): Promise<number[]>;",
    );
    expect(inputSchema).toMatchObject({ required: ["code"] });
  });

  it("leaves tools to the search, where there is one", () => {
    const { description } = createProgramTool({ sandbox, tools, search: createToolSearch(tools) });

    expect(description).not.toContain("list_orders");
    expect(description).toContain("declare function search(");
  });

  it.each([
    "return (await tools.list_orders()).filter((total) => total > 50);",
    "```js\nreturn (await tools.list_orders()).filter((total) => total > 50);\n```",
  ])("runs the program of a call: %j", async (code) => {
    const step = await createProgramTool({ sandbox, tools }).run({ code });

    expect(stepText(step)).toBe("[70]");
  });

  it("rejects a call without a program", () => {
    expect(() => createProgramTool({ sandbox, tools }).run({ program: "1" })).toThrow(TypeError);
  });
});

describe("stepText", () => {
  it.each([
    [`console.log("a"); console.error("b"); return "c";`, "a\nErrors:\nb\nc"],
    [`1;`, "The program ended without output."],
    [`throw new Error("no");`, "The program failed (exception).\nError: no\n    at anonymous (program:1:11)"],
    [`await tools.unknown();`, "The program waits for unknown."],
  ])("tells what came of %s", async (code, text) => {
    expect(stepText(await sandbox.start({ code }))).toBe(text);
  });
});
