import { readFileSync } from "node:fs";
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { expect, it } from "vitest";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const guide = readFileSync(new URL("../../../docs/guides/programs-on-any-model.md", import.meta.url), "utf8");
const blockOf = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<unknown>;

it("runs the agent of the guide with the program of the guide", async () => {
  const wanted = { name: "code_execution", input: { code: blockOf("js") } };
  const model = searchThenCall({ search: {}, wanted, result: "2100", lastWords: "They cost 2,100." });
  const upstream = await startStrictUpstream("openai-chat", model);
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect: "openai-chat" });
  closers.push(upstream.close, gateway.close);
  const asked: number[] = [];
  const names = {
    Anthropic,
    betaTool,
    totalOf: (id: number) => {
      asked.push(id);
      return id * 10;
    },
  };
  const agent = blockOf("ts")
    .replace(/^import .*$/gm, "")
    .replace("http://127.0.0.1:8788", gateway.url);
  const run = new AsyncFunction(...Object.keys(names), `${agent}\nreturn message;`);
  const message = (await run(...Object.values(names))) as Anthropic.Beta.BetaMessage;

  expect(message.content.at(-1)).toMatchObject({ type: "text", text: "They cost 2,100." });
  expect(asked).toHaveLength(20);
  expect(upstream.bodies).toHaveLength(2);
  expect(upstream.rejected).toEqual([]);
});
