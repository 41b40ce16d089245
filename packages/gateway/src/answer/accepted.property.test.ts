import type { RequestBody, WireBlock } from "@toolcrib/anthropic/testing";
import type { ContentBlock, Message, Tool } from "@toolcrib/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { bm25Entry, deferred, result, text, tool, user } from "../testing/answering/blocks.ts";
import { strictUpstream } from "../testing/answering/strict-upstream.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

type Variant = "client search" | "server search" | "injected search";

const names = ["alpha", "beta", "gamma", "delta"].map((word) => `mcp__server__do_${word}`);

function toolsOf(variant: Variant, offered: readonly string[]): readonly Tool[] {
  const own = [tool("Bash")];
  if (variant === "injected search") return [...own, ...offered.map((name) => tool(name))];
  return [
    ...own,
    variant === "client search" ? tool("ToolSearch") : bm25Entry,
    ...offered.map((name) => deferred(name)),
  ];
}

/** One answer of the model, of what it can see. */
function replyOf(body: RequestBody, dice: readonly number[], number: number): WireBlock[] {
  const isBridge = (body.tools ?? []).some(({ name }) => name === "call_tool");
  const prompt = JSON.stringify(body.messages);
  const inPrompt = new Set(
    (body.tools ?? []).flatMap(({ name, defer_loading }) => (defer_loading === true ? [] : [String(name)])),
  );
  const seen = names.filter(
    (name) =>
      inPrompt.has(name) ||
      prompt.includes(`"tool_name":"${name}"`) ||
      (isBridge && prompt.includes(`\\"name\\":\\"${name}\\"`)),
  );
  const search = ["ToolSearch", "tool_search_tool_bm25"].find((name) => inPrompt.has(name));
  const blocks: WireBlock[] = [];
  for (const [index, die] of dice.entries()) {
    const id = `toolu_${number}_${index}`;
    const call = (name: string, input: object) => ({ type: "tool_use", id, name, input });
    const wanted = names[die % names.length] as string;
    if (die % 5 === 0) blocks.push({ type: "text", text: `Words ${number}.` });
    else if (die % 5 === 1) blocks.push(call("Bash", { city: "x" }));
    else if (die % 5 === 2 && search !== undefined) blocks.push(call(search, { query: wanted.split("_").at(-1) }));
    else if (isBridge) blocks.push(call("call_tool", { name: wanted, arguments: die % 2 === 0 ? { city: "y" } : {} }));
    else if (seen.includes(wanted)) blocks.push(call(wanted, { city: "y" }));
  }
  return blocks.length > 0 ? blocks : [{ type: "text", text: "Nothing to do." }];
}

/** What a client does with a call; it searches like a client where that is its part. */
function answerOf(block: ContentBlock): ContentBlock {
  const { id, name, input } = block as unknown as { id: string; name: string; input: { query?: string } };
  if (name !== "ToolSearch") return result(id, "done");
  const found = names.filter((candidate) => candidate.endsWith(input.query ?? "?"));
  return result(
    id,
    found.map((tool_name) => ({ type: "tool_reference", tool_name })),
  );
}

const script = fc.record({
  replies: fc.array(fc.array(fc.nat(100), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 14 }),
  offers: fc.array(fc.subarray(names, { minLength: 1 }), { minLength: 3, maxLength: 3 }),
  forgets: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  stream: fc.boolean(),
});

describe.each(["client search", "server search", "injected search"] as const)("%s", (variant) => {
  it.each(["native", "bridge", "append", "eager"] as const)(
    "E10: is accepted by a strict API, whatever happens (%s)",
    async (loader) => {
      await fc.assert(
        fc.asyncProperty(script, async ({ replies, offers, forgets, stream }) => {
          const { api, upstream } = strictUpstream((body, number) => replyOf(body, replies[number - 1] ?? [0], number));
          let answerRequest = createAnswerRequest({ embedder: null });
          let messages: readonly Message[] = [];
          for (const [turn, offered] of offers.entries()) {
            messages = [...messages, user(`Turn ${turn}`)];
            if (forgets[turn] === true) answerRequest = createAnswerRequest({ embedder: null });
            for (let step = 0; step < 8; step++) {
              const body = {
                model: "claude-sonnet-5-5",
                max_tokens: 1000,
                messages,
                tools: toolsOf(variant, offered),
                stream,
              };
              const route = { loader, inject: "always" } as const;
              const { message } = await ask(answerRequest, {
                body: JSON.parse(JSON.stringify(body)) as MessagesBody,
                upstream,
                route,
              });
              messages = [
                ...messages,
                { role: "assistant", content: message.content.length > 0 ? message.content : [text("…")] },
              ];
              const calls = message.content.filter(({ type }) => type === "tool_use");
              if (calls.length === 0) break;
              messages = [...messages, user(...calls.map(answerOf))];
            }
            // A turn that ran out of steps is ended by the client.
            if (messages.at(-1)?.role === "user")
              messages = [...messages, { role: "assistant", content: [text("Stopped.")] }];
          }

          expect(api.rejected).toEqual([]);
          expect(api.accepted.length).toBeGreaterThanOrEqual(offers.length);
        }),
        { numRuns: 20 },
      );
    },
  );
});
