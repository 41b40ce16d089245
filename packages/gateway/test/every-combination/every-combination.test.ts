import { describe, expect, it } from "vitest";
import type { UpstreamConfig } from "../../src/config/gateway-config.ts";
import { createGateway } from "../../src/server/create-gateway.ts";
import { inBothDialects, reach } from "../../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream, type UpstreamDialect } from "../../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../../src/testing/use-closers.ts";
import { createChatClient } from "./chat-client.ts";
import type { CreateClient, OfferedTool } from "./client-under-test.ts";
import { createMessagesClient } from "./messages-client.ts";
import { createResponsesClient } from "./responses-client.ts";

const closers = useClosers();

const invoiceName = "mcp__billing__get_invoice";
const schema = { type: "object", properties: { number: { type: "integer" } }, required: ["number"] };
const tools: readonly OfferedTool[] = [
  { name: "Bash", description: "Runs a command.", schema: { type: "object", properties: {} } },
  ...Array.from({ length: 40 }, (_, number) => ({
    name: `mcp__shop__tool_${number}`,
    description: `Does the work of department ${number}.`,
    schema,
  })),
  { name: invoiceName, description: "Tells whether an invoice is paid.", schema },
];

/** Looks up the invoice of the last question: it searches for the tool until it sees it. */
const model = inBothDialects((view, requestNumber) => {
  const number = [...view.conversation.matchAll(/Is invoice (\d) paid\?/g)].at(-1)?.[1];
  if (number === undefined) return { text: "Hello." };
  if (view.conversation.includes(`Invoice ${number}: paid.`)) return { text: `Yes, ${number} is paid.` };
  const call = reach({ id: `call_${requestNumber}`, name: invoiceName, input: { number: Number(number) } }, view);
  if (call !== undefined) return call;
  const search = view.declared.find((name) => /search/i.test(name));
  if (search === undefined) return { text: "There is nothing to search with." };
  return { call: { id: `call_${requestNumber}`, name: search, input: { query: `select:${invoiceName}` } } };
});

const clients: readonly (readonly [string, CreateClient])[] = [
  ["Messages", createMessagesClient],
  ["Responses", createResponsesClient],
  ["Chat Completions", createChatClient],
];
const upstreams: readonly (readonly [string, UpstreamDialect, (url: string) => UpstreamConfig])[] = [
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

describe("three turns with a tool that an injected search finds", () => {
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
      const client = createClient({ url, tools, isStreaming });

      expect(await client.ask("Hi.")).toEqual({ text: "Hello.", calls: [] });
      for (const number of [7, 8]) {
        const { text, calls } = await client.ask(`Is invoice ${number} paid?`);
        expect([text, calls]).toMatchObject(["", [{ name: invoiceName, input: { number } }]]);
        const [call] = calls;
        if (call === undefined) throw new Error("The model called nothing.");
        const answer = { text: `Yes, ${number} is paid.`, calls: [] };
        expect(await client.giveResult(call, `Invoice ${number}: paid.`)).toEqual(answer);
      }

      expect(upstream.rejected).toEqual([]);
      // The client's five requests, and one for the hidden search.
      expect(upstream.readings.map(({ partsLost }) => partsLost)).toEqual([0, 0, 0, 0, 0, 0]);
    },
  );
});
