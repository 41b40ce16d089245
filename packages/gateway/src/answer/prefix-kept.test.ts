import type { ContentBlock, Message, Tool } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { block, bm25Entry, deferred, result, tool, user } from "../testing/answering/blocks.ts";
import { type ModelScript, scriptedModel } from "../testing/answering/scripted-model.ts";
import { createPrefixMeter } from "../testing/prefix-meter.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

type Variant = "client search" | "server search" | "injected search";

const names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"].map((word) => `mcp__server_${word}__do_${word}`);
/** In these turns the model finds a tool and calls it. */
const finds = new Map([2, 5, 9, 12, 15].map((turn, index) => [turn, names[index] as string]));
const turns = 20;
const reconnectAt = 7;
const compactAt = 17;

const withoutBreakpoints = (key: string, value: unknown) => (key === "cache_control" ? undefined : value);

/** The prompt as a model is shown it: deferred tools are no part of it. */
function rendered({ tools, system, messages }: MessagesBody): string[] {
  const inPrompt = (tools ?? []).filter(({ defer_loading }) => defer_loading !== true);
  return [inPrompt, system ?? "", ...messages].map((part) => JSON.stringify(part, withoutBreakpoints));
}

function toolsOf(variant: Variant, isReconnected: boolean): readonly Tool[] {
  const own = [tool("Bash"), tool("Read")];
  const listed = isReconnected ? names.toReversed() : names;
  if (variant === "injected search") return [...own, ...listed.map((name) => tool(name))];
  const eager = [tool("mcp__pinned__b"), tool("mcp__pinned__a")];
  const always = isReconnected ? eager.toReversed() : eager;
  const search = variant === "client search" ? tool("ToolSearch") : bm25Entry;
  return [...own, search, ...always, ...listed.map((name) => deferred(name))];
}

/** Searches once a turn that finds something, then calls what it found, then answers. */
function scriptOf(variant: Variant): ModelScript {
  return (sent, number) => {
    const said = sent.messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    const asked = said.findLastIndex(
      (part) => part.type === "text" && /Turn \d+/.test((part as { text?: string }).text ?? ""),
    );
    const turn = Number(/Turn (\d+)/.exec((said[asked] as unknown as { text: string }).text)?.[1]);
    const wanted = finds.get(turn);
    const done = said.slice(asked).filter(({ type }) => type === "tool_use").length;
    if (wanted === undefined || done >= 2) return { text: `Answer ${number}.` };
    if (done === 0) {
      const query = `do ${wanted.split("_").at(-1)}`;
      return {
        calls: [
          {
            id: `toolu_${number}`,
            name: variant === "server search" ? "tool_search_tool_bm25" : "ToolSearch",
            input: { query },
          },
        ],
      };
    }
    const isBridge = sent.tools?.some(({ name }) => name === "call_tool");
    const input = { city: `${turn}` };
    const call = isBridge ? { name: "call_tool", input: { name: wanted, arguments: input } } : { name: wanted, input };
    return { calls: [{ id: `toolu_${number}`, ...call }] };
  };
}

/** A client that answers its own search, runs what it is asked to, and moves its cache breakpoint with the last message. */
async function converse(variant: Variant, loader: "native" | "bridge" | "append", stream: boolean) {
  const upstream = scriptedModel(scriptOf(variant), { baseUrl: "https://api.anthropic.com" });
  const answerRequest = createAnswerRequest({ embedder: null });
  let messages: readonly Message[] = [];
  const compactions: number[] = [];
  const called: string[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    if (turn === compactAt) {
      compactions.push(upstream.calls.length);
      messages = [];
    }
    messages = [...messages, user(turn === compactAt ? `Summary of what was. Turn ${turn}` : `Turn ${turn}`)];
    for (;;) {
      const body: MessagesBody = {
        model: "claude-sonnet-5-5",
        max_tokens: 1000,
        system: "You are careful.",
        stream,
        tools: [...toolsOf(variant, turn >= reconnectAt)],
        messages: [...messages.slice(0, -1), marked(messages.at(-1) as Message)],
      };
      const route = { loader, inject: "always" } as const;
      const { message, trace } = await ask(answerRequest, {
        body: JSON.parse(JSON.stringify(body)) as MessagesBody,
        upstream,
        route,
      });
      messages = [...messages, { role: "assistant", content: message.content }];
      for (const { prefix } of trace.upstreamCalls) {
        if (turn !== compactAt && loader !== "append") expect(prefix?.breaks ?? []).toEqual([]);
      }
      const calls = message.content.filter(({ type }) => type === "tool_use") as unknown as {
        id: string;
        name: string;
        input: { query: string };
      }[];
      if (calls.length === 0) break;
      messages = [...messages, user(...calls.map((call) => answerOf(call, called)))];
    }
  }
  return { bodies: upstream.bodies, compactions, called };
}

function answerOf(
  { id, name, input }: { id: string; name: string; input: { query: string } },
  called: string[],
): ContentBlock {
  if (name !== "ToolSearch") {
    called.push(name);
    return result(id, "done");
  }
  const found = names.find((candidate) => candidate.endsWith(input.query.slice(3)));
  return result(id, [{ type: "tool_reference", tool_name: found }]);
}

function marked(message: Message): Message {
  const content = message.content as readonly ContentBlock[];
  return { ...message, content: content.with(-1, block({ ...content.at(-1), cache_control: { type: "ephemeral" } })) };
}

describe.each(["native", "bridge"] as const)("on the loader %s", (loader) => {
  describe.each(["client search", "server search", "injected search"] as const)("%s", (variant) => {
    it.each([true, false])(
      "F60, F61, L3: loses nothing in 20 turns with five finds and a reconnect, except at a compaction (streaming %s)",
      async (stream) => {
        const { bodies, compactions, called } = await converse(variant, loader, stream);
        const meter = createPrefixMeter();
        for (const body of bodies) meter.read(rendered(body));
        const broken = meter.readings.flatMap(({ partsLost, brokenAt }, index) =>
          partsLost > 0 ? [{ index, brokenAt }] : [],
        );

        expect(called).toEqual([...finds.values()]);
        expect(bodies.length).toBe(turns + 2 * finds.size);
        expect(broken).toEqual(compactions.map((index) => ({ index, brokenAt: "messages.0" })));
      },
    );
  });
});

it("the loader append loses everything from the tools on at each find, and the meter detects it", async () => {
  const { bodies } = await converse("client search", "append", false);
  const meter = createPrefixMeter();
  for (const body of bodies) meter.read(rendered(body));
  const broken = meter.readings.filter(({ partsLost }) => partsLost > 0).map(({ brokenAt }) => brokenAt);

  expect(broken.filter((place) => place === "tools").length).toBeGreaterThanOrEqual(finds.size);
});
