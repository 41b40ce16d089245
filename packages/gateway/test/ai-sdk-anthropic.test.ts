import { expect, it } from "vitest";
import { useClosers } from "../src/testing/use-closers.ts";
import { combinations, startCombination } from "./translations/combinations.ts";

const closers = useClosers();
const answer = { text: "Fine.", end: "stop", usage: { input: 1, cached: 0, output: 1 } } as const;

it("L3: the AI SDK's package for Claude asks for the cache, and a late message of the system changes nothing before it", async () => {
  const combination = combinations.find(({ client, upstream }) => {
    return client === "chat" && upstream.isPackage && upstream.wire === "messages";
  });
  if (combination === undefined) throw new Error("There is no such combination.");
  const { url, bodies, close } = await startCombination(combination, [answer]);
  closers.push(close);
  const first = [{ role: "user", content: "Hello" }];
  const second = [
    ...first,
    { role: "assistant", content: "Fine." },
    { role: "developer", content: "Be brief." },
    { role: "user", content: "Go on." },
  ];
  for (const messages of [first, second]) {
    await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer key" },
      body: JSON.stringify({ model: "claude-opus-4-5", messages }),
    });
  }
  const [before, after] = bodies as { system?: unknown; cache_control?: unknown; messages: object[] }[];

  expect(after?.cache_control).toEqual({ type: "ephemeral" });
  expect([before?.system, after?.system]).toEqual([undefined, undefined]);
  expect(after?.messages[0]).toEqual(before?.messages[0]);
  expect(JSON.stringify(after?.messages.at(-1))).toContain("Be brief.");
});
