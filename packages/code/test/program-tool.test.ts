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

  it("finds tools by an index of the caller's own", async () => {
    const found: unknown[] = [];
    const find = async (query: string, limit: number) => {
      found.push([query, limit]);
      return ["list_orders", "gone"];
    };
    const program = createProgramTool({ sandbox, tools, find, shown: [] });

    const step = await program.run({ code: `return (await search("orders", 3)).map(({ name }) => name);` });

    expect(program.description).toContain("declare function search(");
    expect([stepText(step), found]).toEqual(['["list_orders"]', [["orders", 3]]]);
  });

  it("calls a tool by the name that JavaScript can write, and shows its real name to whoever decides", async () => {
    const asked: string[] = [];
    const named = (name: string) => ({ name, execute: () => `it is ${name}` });
    const decide = ({ name }: { readonly name: string }) => {
      asked.push(name);
      return "run" as const;
    };
    const find = async () => [];
    const program = createProgramTool({
      sandbox,
      tools: [named("get-sum"), named("get.sum"), named("a_b"), named("a-b")],
      find,
      decide,
    });

    const step = await program.run({
      code: `return [await tools.get_sum(), await tools.a_b(), await tools["get.sum"]()];`,
    });

    expect(step).toMatchObject({ value: ["it is get-sum", "it is a_b", "it is get.sum"] });
    expect(asked).toEqual(["get-sum", "a_b", "get.sum"]);
  });

  it.each([
    [{ code: "return 7;" }, { text: "7", isError: false }],
    [{ code: "throw 7;" }, { text: expect.stringContaining("The program failed"), isError: true }],
    [{ program: "1" }, { text: expect.stringContaining("Expected a call with a program"), isError: true }],
    [{ code: "x".repeat(100_001) }, { text: expect.stringContaining("at most 100000"), isError: true }],
  ])("answers a call with text for the model", async (input, answer) => {
    expect(await createProgramTool({ sandbox, tools }).answer(input)).toEqual(answer);
  });

  it("rejects a call without a program", () => {
    expect(() => createProgramTool({ sandbox, tools }).run({ program: "1" })).toThrow(TypeError);
  });
});

describe("stepText", () => {
  it.each([
    [`console.log("a"); console.error("b"); return "c";`, "a\nErrors:\nb\nc"],
    [`1;`, "The program ended without output."],
    [`image("data:image/png;base64,AAAA");`, "[image left out: image/png]"],
    [`image({ image_url: "https://example.com/a.png" });`, "[image left out: https://example.com/a.png]"],
    [`throw new Error("no");`, "The program failed (exception).\nError: no\n    at anonymous (program:1:11)"],
    [`await tools.unknown();`, "The program waits for unknown."],
  ])("tells what came of %s", async (code, text) => {
    expect(stepText(await sandbox.start({ code }))).toBe(text);
  });
});
