import { createQuickJsSandbox, runProgram } from "@toolcrib/code";
import { afterAll, describe, expect, it } from "vitest";

const sandbox = createQuickJsSandbox();
afterAll(() => sandbox.close());

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
const nested = (depth: number) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`) as unknown;
const throwing = {
  get field(): string {
    throw new Error("/home/user/secrets.ts");
  },
};

/** What a program gets of a tool that returns this, or the message of the error. */
async function resultOf(value: unknown, code = `return result;`) {
  const tools = [{ name: "get", execute: () => value }];
  const program = `const result = await tools.get().catch(({ name, message }) => name + ": " + message); ${code}`;
  return runProgram({ sandbox, tools }, { code: program });
}

describe("a program gets", () => {
  it.each([
    ["a value that holds itself", cyclic],
    ["a value without an end", nested(5000)],
    ["a value deeper than the engine's stack", nested(100_000)],
    ["a value that JSON does not know", { count: 5n }],
    ["a value whose fields throw", throwing],
    ["more than it may", "x".repeat(2_000_001)],
  ])("an error that it can catch in place of %s", async (_what, value) => {
    expect(await resultOf(value)).toMatchObject({
      status: "finished",
      value: expect.stringMatching(
        /^ToolError: The result (is nested too deeply|cannot be written|has more than \d+ characters)/,
      ),
    });
  });

  it("keys of prototypes as plain keys", async () => {
    const value = JSON.parse(
      `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"then":"later","toJSON":3,"hasOwnProperty":4}`,
    ) as unknown;
    const code = `return [Object.keys(result), ({}).polluted ?? null, Object.getPrototypeOf(result) === Object.prototype, JSON.stringify(result)];`;
    const step = await resultOf(value, code);

    expect(step).toMatchObject({
      status: "finished",
      value: [
        ["__proto__", "constructor", "then", "toJSON", "hasOwnProperty"],
        null,
        true,
        JSON.stringify({ ...(value as object) }),
      ],
    });
    expect(Object.prototype).not.toHaveProperty("polluted");
  });

  it("texts of any characters as they are", async () => {
    const text = `\u2028\u2029\u0000\ud83d\ude00"\\\n</script>\`\${1}`;

    expect(await resultOf(text)).toMatchObject({ status: "finished", value: text });
  });

  it("many large results at once, or fails by its memory and nothing else", async () => {
    const tools = [{ name: "get", isReadOnly: true, execute: () => "x".repeat(1_900_000) }];
    const code = `return (await Promise.all(Array.from({ length: 40 }, () => tools.get()))).length;`;

    // More than it may be given at once, and more than its memory holds.
    const error = { message: expect.stringContaining("8000000 characters together") };
    expect(await runProgram({ sandbox, tools }, { code })).toMatchObject({ reason: "exception", error });
    const limits = { resultsLength: 100_000_000 };
    expect(await runProgram({ sandbox, tools, limits }, { code })).toMatchObject({ reason: "memory" });
    expect(await sandbox.start({ code: `return "next";` })).toMatchObject({ status: "finished", value: "next" });
  });
});
