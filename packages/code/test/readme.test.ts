import { readFileSync } from "node:fs";
import * as code from "@toolcrib/code";
import { afterAll, expect, it } from "vitest";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [first = "", agent = "", second = ""] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(
  ([, block]) => block as string,
);
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<unknown>;

const sandbox = code.createQuickJsSandbox();
afterAll(() => sandbox.close());

const run = (block: string, result: string, names: object) =>
  new AsyncFunction(...Object.keys(names), `${block.replace(/^import .*$/gm, "")}\nreturn ${result};`)(
    ...Object.values(names),
  );

it("shows what the first example returns", async () => {
  const orders = {
    list: async () => [
      { id: 7, total: 500 },
      { id: 8, total: 5 },
      { id: 9, total: 101 },
    ],
  };
  const result = "{ step, description: describeTools(tools) }";
  const { step, description } = (await run(first.replace("createQuickJsSandbox()", "sandbox0"), result, {
    ...code,
    orders,
    sandbox0: sandbox,
  })) as {
    step: { value: unknown; output: { stdout: string } };
    description: string;
  };

  expect(readme).toContain(
    `value: ${JSON.stringify(step.value).replace(",", ", ")}, output: { stdout: ${JSON.stringify(step.output.stdout)}`,
  );
  expect(readme).toContain(description.replace(/\n\s*/g, " ").replace(/ \};$/, ""));
});

it("shows what the second example returns", async () => {
  const resumed = second.replace("await sandbox.resume", "const end = await sandbox.resume");
  const { step, end } = (await run(resumed, "{ step, end }", { ...code, sandbox })) as {
    step: { calls: unknown };
    end: unknown;
  };

  expect(step.calls).toEqual([{ id: 1, kind: "tool", name: "approve", arguments: { amount: 5 } }]);
  expect(end).toMatchObject({ status: "finished", value: "approved" });
});

it("answers a call of the program tool", async () => {
  const call = { id: "toolu_1", input: { code: `return await tools.add({ a: 1 });` } };
  const tools = [{ name: "add", execute: () => 42 }];
  const { definition, result } = (await run(agent, "{ definition, result }", { ...code, sandbox, tools, call })) as {
    definition: unknown;
    result: unknown;
  };

  expect(definition).toMatchObject({ name: "run_program", input_schema: { type: "object" } });
  expect(result).toEqual({ type: "tool_result", tool_use_id: "toolu_1", content: "42", is_error: false });
});

it("has the default limits", () => {
  const shown = [...readme.matchAll(/^\| `(\w+)` \| ([\d,]+)( minutes| MiB)? \|/gm)].map(
    ([, name, number = "", unit]) => {
      const factor = unit === " minutes" ? 60_000 : unit === " MiB" ? 2 ** 20 : 1;
      return [name, Number(number.replaceAll(",", "")) * factor];
    },
  );

  expect(Object.fromEntries(shown)).toEqual(code.defaultProgramLimits);
});
