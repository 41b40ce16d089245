import Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createGateway } from "../src/server/create-gateway.ts";
import { inBothDialects } from "../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
beforeEach(() => {
  process.env["TOOLCRIB_PROGRAM_KEYS"] = Buffer.alloc(32, 3).toString("base64");
});
afterEach(() => {
  delete process.env["TOOLCRIB_PROGRAM_KEYS"];
});

const entry = { type: "code_execution_20260120", name: "code_execution" } as const;
const inPrograms = { allowed_callers: ["code_execution_20260120"] };
const getOrder = { name: "get_order", description: "Gets an order.", input_schema: { type: "object" } };
const noteTotal = { name: "note_total", description: "Notes a total.", input_schema: { type: "object" } };

/** A program that keeps the function of a tool, and one that calls what was kept. */
const kept = {
  javascript: {
    keeps: `const kept = tools.get_order; const all = tools; globalThis.inherited = { ...tools };`,
    calls: [
      `return await kept({ id: 1 });`,
      `return await all.get_order({ id: 1 });`,
      `return await inherited.get_order({ id: 1 });`,
      `const own = tools.note_total; return await own.constructor.prototype.call.call(kept, null, { id: 1 });`,
    ],
  },
  python: {
    keeps: `kept = get_order`,
    calls: [
      `return await kept(id=1)`,
      `import types\nreturn await types.FunctionType(kept.__code__, kept.__globals__, closure=kept.__closure__)(id=1)`,
    ],
  },
} as const;

describe.each(["javascript", "python"] as const)(
  "a function of a tool that a program in %s kept",
  {
    timeout: 120_000,
  },
  (language) => {
    const { keeps, calls } = kept[language];

    it.each([
      ["is not in the request any more", []],
      ["may only be called directly now", [{ ...getOrder, allowed_callers: ["direct"] }]],
    ])("calls nothing if the tool %s", async (_case, others) => {
      for (const code of calls) {
        const model = inBothDialects((_view, number) => {
          const act = [keeps, undefined, code][number - 1];
          return act === undefined ? { text: "Done." } : { call: { name: "code_execution", input: { code: act } } };
        });
        const upstream = await startStrictUpstream("anthropic", model);
        closers.push(upstream.close);
        const gateway = await createGateway({
          upstreams: { test: { dialect: "anthropic", url: upstream.url } },
          routes: [{ model: "*", programs: language }],
        });
        closers.push(() => gateway.close());
        const { url } = await gateway.listen({ port: 0 });
        const client = new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 });
        const messages = [{ role: "user" as const, content: "Order?" }];
        const common = { model: "any-model", max_tokens: 1000 };
        const first = await client.beta.messages.create({
          ...common,
          messages,
          tools: [entry, { ...getOrder, ...inPrograms }, { ...noteTotal, ...inPrograms }] as never,
        });

        const second = await client.beta.messages.create({
          ...common,
          container: first.container?.id ?? null,
          messages: [
            ...messages,
            { role: "assistant", content: first.content as never },
            { role: "user", content: "And?" },
          ],
          tools: [entry, { ...noteTotal, ...inPrograms }, ...others] as never,
        });

        const results = second.content.filter(({ type }) => type === "code_execution_tool_result");
        expect(first.container?.id).toBeDefined();
        expect(second.content.filter(({ type }) => type === "tool_use")).toEqual([]);
        expect(results).toMatchObject([
          { content: { return_code: 1, stderr: expect.stringContaining('There is no tool "get_order"') } },
        ]);
      }
    });
  },
);
