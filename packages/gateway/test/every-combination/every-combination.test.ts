import { describe, expect, it } from "vitest";
import type { UpstreamConfig } from "../../src/config/gateway-config.ts";
import { createGateway } from "../../src/server/create-gateway.ts";
import { inBothDialects, reach } from "../../src/testing/strict/call-when-visible.ts";
import { type StrictDialect, startStrictUpstream } from "../../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../../src/testing/use-closers.ts";
import { createChatClient } from "./chat-client.ts";
import type { ClientUnderTest, CreateClient, OfferedTool } from "./client-under-test.ts";
import { createMessagesClient } from "./messages-client.ts";
import { createResponsesClient } from "./responses-client.ts";

const closers = useClosers();

const turns = 20;
const findsAt = [1, 4, 7, 10, 13];
/** A tool that was found before is called again. */
const repeatsAt = 15;
const reconnectsAt = 9;

const toolName = (number: number) => `mcp__shop__tool_${number}x`;
const schema = { type: "object", properties: { number: { type: "integer" } }, required: ["number"] };
const bash: OfferedTool = { name: "Bash", description: "Runs.", schema: { type: "object", properties: {} } };
const catalogue = Array.from({ length: 40 }, (_, number): OfferedTool => {
  return { name: toolName(number), description: `Does the work of department ${number}.`, schema };
});

/** Calls the tool that the last question names, and searches for it until it sees it. */
const model = inBothDialects((view, requestNumber) => {
  const [, turn, wanted = ""] = [...view.conversation.matchAll(/Turn (\d+): use (\w+)/g)].at(-1) ?? [];
  if (wanted === "nothing" || view.conversation.includes(`Result ${turn}.`)) return { text: `Answer ${turn}.` };
  const id = `call_${requestNumber}`;
  const call = reach({ id, name: wanted, input: { number: Number(turn) } }, view);
  if (call !== undefined) return call;
  const search = view.declared.find((name) => /search/i.test(name));
  if (search === undefined) return { text: "There is nothing to search with." };
  return { call: { id, name: search, input: { query: `select:${wanted}` } } };
});

const clients: readonly (readonly [string, CreateClient])[] = [
  ["Messages", createMessagesClient],
  ["Responses", createResponsesClient],
  ["Chat Completions", createChatClient],
];
const upstreams: readonly (readonly [string, StrictDialect, (url: string) => UpstreamConfig])[] = [
  ["Messages", "anthropic", (url) => ({ dialect: "anthropic", url })],
  ["Responses", "openai-responses", (url) => ({ dialect: "openai-responses", url: `${url}/v1` })],
  ["Chat Completions", "openai-chat", (url) => ({ dialect: "openai-chat", url: `${url}/v1` })],
  ["the AI SDK's built-in provider", "openai-chat", (url) => ({ dialect: "ai-sdk", url: `${url}/v1`, apiKey: "key" })],
  [
    "an AI SDK package",
    "anthropic",
    (url) => ({ dialect: "ai-sdk", package: "@ai-sdk/anthropic", url: `${url}/v1`, apiKey: "key" }),
  ],
];
const combinations = clients.flatMap(([client, createClient]) =>
  upstreams.flatMap(([upstream, dialect, configOf]) =>
    [false, true].map((isStreaming) => ({ client, upstream, isStreaming, createClient, dialect, configOf })),
  ),
);

function toolAt(turn: number): string | undefined {
  if (turn === repeatsAt) return toolName(findsAt[0] as number);
  return findsAt.includes(turn) ? toolName(turn) : undefined;
}

async function takeTurn(client: ClientUnderTest, turn: number): Promise<void> {
  const wanted = toolAt(turn);
  const answer = { text: `Answer ${turn}.`, calls: [] };
  const first = await client.ask(`Turn ${turn}: use ${wanted ?? "nothing"}`);
  if (wanted === undefined) {
    expect(first).toEqual(answer);
    return;
  }
  expect(first).toMatchObject({ text: "", calls: [{ name: wanted, input: { number: turn } }] });
  for (const call of first.calls) expect(await client.giveResult(call, `Result ${turn}.`)).toEqual(answer);
}

describe("twenty turns with five finds by an injected search and a reconnect", () => {
  it.each(combinations)(
    "work for a client of $client on $upstream, streaming $isStreaming, and keep the prompt's prefix",
    async ({ createClient, dialect, configOf, isStreaming }) => {
      const upstream = await startStrictUpstream(dialect, model);
      const gateway = await createGateway({
        upstreams: { test: configOf(upstream.url) },
        inject: "always",
        loader: "bridge",
        retries: { attempts: 0 },
      });
      closers.push(upstream.close, () => gateway.close());
      const { url } = await gateway.listen({ port: 0 });
      const client = createClient({ url, isStreaming });
      client.offer([bash, ...catalogue]);

      for (let turn = 0; turn < turns; turn += 1) {
        // A server that reconnects lists its tools in another order.
        if (turn === reconnectsAt) client.offer([bash, ...catalogue.toReversed()]);
        await takeTurn(client, turn);
      }

      expect(upstream.rejected).toEqual([]);
      // A find takes three requests: the search, the call and the answer. A call without a search takes two.
      expect(upstream.readings).toHaveLength(turns + 2 * findsAt.length + 1);
      expect(upstream.readings.filter(({ partsLost }) => partsLost > 0)).toEqual([]);
    },
  );
});
