import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseJson } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { createMachines } from "../../../testing/create-machines.ts";

const createMachine = createMachines("init");

const opencodePath = "home/.config/opencode/opencode.json";
const opencode = `{
\t// mine
\t"theme": "dark",
\t"provider": { "other": { "name": "Other" } }, // others
\t"model": "other/big"
}
`;

describe("toolcrib init opencode", () => {
  it("adds the provider and makes its model the default, with comments and layout as they were", async () => {
    const machine = createMachine({ [opencodePath]: opencode });

    const { stdout } = await machine.run("opencode", "--model", "qwen3:8b", "--key-env", "TOOLCRIB_KEY");

    const text = machine.read(opencodePath);
    expect(text).toContain("\t// mine");
    expect(text).toContain("// others");
    expect(parseJson(text)).toEqual({
      theme: "dark",
      provider: {
        other: { name: "Other" },
        toolcrib: {
          npm: "@ai-sdk/openai-compatible",
          name: "Toolcrib",
          options: { baseURL: "http://127.0.0.1:8788/v1", apiKey: "{env:TOOLCRIB_KEY}" },
          models: { "qwen3:8b": { name: "qwen3:8b" } },
        },
      },
      model: "toolcrib/qwen3:8b",
    });
    expect(stdout).toContain('model: "other/big" → "toolcrib/qwen3:8b"');
    await machine.run("opencode", "--undo");
    expect(machine.read(opencodePath)).toBe(opencode);
  });

  it("creates the file if there is none, in this folder with --scope project", async () => {
    const machine = createMachine({});

    await machine.run("opencode", "--model", "m", "--scope", "project");

    expect(parseJson(machine.read("project/opencode.json"))).toHaveProperty("model", "toolcrib/m");
    expect(machine.exists(opencodePath)).toBe(false);
    await machine.run("--undo");
    expect(machine.exists("project/opencode.json")).toBe(false);
  });

  it("changes opencode.jsonc if there is one, because opencode prefers it", async () => {
    const machine = createMachine({ [opencodePath]: "{}", [`${opencodePath}c`]: "// c\n{}" });

    await machine.run("opencode", "--model", "m");

    expect(machine.read(opencodePath)).toBe("{}");
    expect(machine.read(`${opencodePath}c`)).toMatch(/^\/\/ c\n.*toolcrib\/m/s);
  });

  it("adds a second model, keeps the user's settings in the entry, and changes nothing when it runs again", async () => {
    const machine = createMachine({});
    await machine.run("opencode", "--model", "a");
    const text = machine.read(opencodePath).replace('"name": "a"', '"name": "My A", "limit": { "context": 32768 }');
    writeFileSync(join(machine.root, opencodePath), text);

    await machine.run("opencode", "--model", "b");

    const { provider, model } = parseJson(machine.read(opencodePath)) as {
      provider: { toolcrib: { models: object } };
      model: string;
    };
    expect(model).toBe("toolcrib/b");
    expect(provider.toolcrib.models).toEqual({
      a: { name: "My A", limit: { context: 32768 } },
      b: { name: "b" },
    });
    expect((await machine.run("opencode", "--model", "b")).stdout).toContain("already uses this gateway");
  });

  it("warns about what keeps opencode from using the gateway, each time", async () => {
    const machine = createMachine({
      [opencodePath]: JSON.stringify({
        disabled_providers: ["toolcrib"],
        enabled_providers: ["openai"],
        agent: { build: { model: "openai/big" }, plan: { model: "toolcrib/m" }, docs: { prompt: "Write." }, odd: 1 },
        mode: { review: { model: "other/big" } },
      }),
    });

    for (const done of ["Done.", "Nothing was changed."]) {
      const { exitCode, stdout, stderr } = await machine.run("opencode", "--model", "m");
      expect(exitCode).toBe(0);
      expect(stdout).toContain(done);
      expect(stderr.trim().split("\n")).toEqual([
        expect.stringContaining('disabled_providers has "toolcrib"'),
        expect.stringContaining('enabled_providers has no "toolcrib"'),
        expect.stringContaining('agent.build.model is "openai/big"'),
        expect.stringContaining('mode.review.model is "other/big"'),
      ]);
    }
  });

  it("does not warn about other lists and agents", async () => {
    const config = {
      disabled_providers: ["x"],
      enabled_providers: ["toolcrib"],
      agent: { a: { model: "toolcrib/b" } },
    };
    const machine = createMachine({ [opencodePath]: JSON.stringify(config) });

    expect((await machine.run("opencode", "--model", "m")).stderr).toBe("");
  });

  it.each([
    ["broken JSON", "{ nonsense", "expected JSON, comments allowed"],
    ["a list", "[]", "expected an object"],
    [
      "a key that is given twice",
      '{\n"model": "a",\n"model": "b"}',
      "expected each key once, got model in line 2 and in line 3",
    ],
    ["a provider that is no object", '{"provider": 1}', "expected an object at provider"],
    ["models that are a list", '{"provider":{"toolcrib":{"models":[]}}}', "an object at provider.toolcrib.models"],
  ])("refuses %s and changes nothing", async (_what, before, message) => {
    const machine = createMachine({ [opencodePath]: before });

    expect(await machine.run("opencode", "--model", "m")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(message),
    });
    expect(machine.read(opencodePath)).toBe(before);
  });
});
