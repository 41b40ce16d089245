import type { Store } from "@toolcrib/store";
import { describe, expect, it } from "vitest";
import type { GatewayConfig, UpstreamConfig } from "../../src/config/gateway-config.ts";
import { createGateway } from "../../src/server/create-gateway.ts";
import { createJsonStore } from "../../src/testing/json-store.ts";
import { inBothDialects, reach } from "../../src/testing/strict/call-when-visible.ts";
import {
  type StrictDialect,
  type StrictUpstream,
  startStrictUpstream,
} from "../../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../../src/testing/use-closers.ts";
import { createChatClient } from "./chat-client.ts";
import { type ClientUnderTest, type CreateClient, type OfferedTool, searchName } from "./client-under-test.ts";
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
type Loader = "native" | "bridge";
interface TestedUpstream {
  readonly upstream: string;
  readonly dialect: StrictDialect;
  readonly configOf: (url: string) => UpstreamConfig;
  readonly loaders: readonly Loader[];
  /** Where the first hidden turn stands on the wire: behind question 0, answer 0 and question 1. */
  readonly firstHidden?: string;
}
const upstreams: readonly TestedUpstream[] = [
  {
    upstream: "Messages",
    dialect: "anthropic",
    configOf: (url) => ({ dialect: "anthropic", url }),
    loaders: ["bridge", "native"],
  },
  {
    upstream: "Responses",
    dialect: "openai-responses",
    configOf: (url) => ({ dialect: "openai-responses", url: `${url}/v1` }),
    loaders: ["bridge", "native"],
  },
  {
    upstream: "Chat Completions",
    dialect: "openai-chat",
    configOf: (url) => ({ dialect: "openai-chat", url: `${url}/v1` }),
    loaders: ["bridge"],
  },
  {
    upstream: "the AI SDK's built-in provider",
    dialect: "openai-chat",
    configOf: (url) => ({ dialect: "ai-sdk", url: `${url}/v1`, apiKey: "key" }),
    loaders: ["bridge"],
  },
  {
    upstream: "the AI SDK's package for Claude",
    dialect: "anthropic",
    configOf: (url) => ({ dialect: "ai-sdk", package: "@ai-sdk/anthropic", url: `${url}/v1`, apiKey: "key" }),
    loaders: ["bridge"],
  },
  {
    upstream: "the AI SDK's package for OpenAI",
    dialect: "openai-responses",
    configOf: (url) => ({ dialect: "ai-sdk", package: "@ai-sdk/openai", url: `${url}/v1`, apiKey: "key" }),
    loaders: ["bridge"],
    // The announcement is a message of its own.
    firstHidden: "messages.4",
  },
];
const combinations = clients.flatMap(([client, createClient]) =>
  upstreams.flatMap(({ loaders, ...upstream }) =>
    loaders.map((loader) => ({ client, loader, createClient, ...upstream })),
  ),
);
type Combination = (typeof combinations)[number];

function toolAt(turn: number): OfferedTool | undefined {
  const number = turn === repeatsAt ? findsAt[0] : turn;
  return turn === repeatsAt || findsAt.includes(turn) ? catalogue[number as number] : undefined;
}

async function takeTurn(client: ClientUnderTest, turn: number): Promise<void> {
  const wanted = toolAt(turn);
  let answer = await client.ask(`Turn ${turn}: use ${wanted?.name ?? "nothing"}`);
  if (wanted !== undefined) {
    const [search] = answer.calls;
    if (search?.name === searchName) answer = await client.giveFound(search, wanted);
    expect(answer).toMatchObject({ text: "", calls: [{ name: wanted.name, input: { number: turn } }] });
    for (const call of answer.calls) answer = await client.giveResult(call, `Result ${turn}.`);
  }
  expect(answer).toEqual({ text: `Answer ${turn}.`, calls: [] });
}

interface ConversationOptions {
  readonly isStreaming: boolean;
  readonly defers: boolean;
  /** The turns before which the gateway is started anew, with an empty memory. */
  readonly restartsBefore: readonly number[];
  /** Outlives restarts. */
  readonly store?: Store;
}

/** Plays twenty turns, and gives the number of the first request after each restart. */
async function converse(
  { createClient, dialect, configOf, loader }: Combination,
  { isStreaming, defers, restartsBefore, store }: ConversationOptions,
): Promise<{ readonly upstream: StrictUpstream; readonly firstAfterRestart: readonly number[] }> {
  const upstream = await startStrictUpstream(dialect, model);
  closers.push(upstream.close);
  const client = createClient({ isStreaming, defers });
  client.offer([bash, ...catalogue]);
  const start = async () => {
    const config: GatewayConfig = {
      upstreams: { test: configOf(upstream.url) },
      inject: defers ? "off" : "always",
      loader,
      retries: { attempts: 0 },
    };
    const gateway = await createGateway(config, { store });
    closers.push(() => gateway.close());
    client.connect((await gateway.listen({ port: 0 })).url);
  };
  const firstAfterRestart: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    // A server that reconnects lists its tools in another order.
    if (turn === reconnectsAt) client.offer([bash, ...catalogue.toReversed()]);
    if (restartsBefore.includes(turn)) firstAfterRestart.push(upstream.readings.length);
    if (turn === 0 || restartsBefore.includes(turn)) await start();
    await takeTurn(client, turn);
  }
  expect(upstream.rejected).toEqual([]);
  // A find takes three requests: the search, the call and the answer. A call without a search takes two.
  expect(upstream.readings).toHaveLength(turns + 2 * findsAt.length + 1);
  return { upstream, firstAfterRestart };
}

const lostIn = ({ readings }: StrictUpstream) =>
  readings.flatMap(({ partsLost, brokenAt }, request) => (partsLost > 0 ? [{ request, brokenAt }] : []));

describe("twenty turns with five finds by the client's own search, a reconnect and two restarts", () => {
  it.each(combinations)(
    "lose nothing of the prompt's prefix for a client of $client on $upstream over $loader (law 2)",
    async (combination) => {
      const options = { isStreaming: true, defers: true, restartsBefore: [8, 12] };
      const { upstream } = await converse(combination, options);

      expect(lostIn(upstream)).toEqual([]);
    },
  );
});

describe("twenty turns with five finds by an injected search and a reconnect", () => {
  it.each(combinations)(
    "lose nothing of the prompt's prefix for a client of $client on $upstream over $loader",
    async (combination) => {
      const { upstream } = await converse(combination, { isStreaming: false, defers: false, restartsBefore: [] });

      expect(lostIn(upstream)).toEqual([]);
    },
  );
});

describe("an injected search and a restart that forgets the hidden turns", () => {
  it.each(combinations)(
    "break the prefix once, at the first hidden turn, for a client of $client on $upstream over $loader",
    async (combination) => {
      const options = { isStreaming: true, defers: false, restartsBefore: [12] };
      const { upstream, firstAfterRestart } = await converse(combination, options);

      // What stands before it stays, as do the tools, the system prompt and every later request.
      const { firstHidden: brokenAt = "messages.3" } = combination;
      expect(lostIn(upstream)).toEqual([{ request: firstAfterRestart[0], brokenAt }]);
    },
  );
});

describe("an injected search, a reconnect and two restarts with a store that outlives them", () => {
  it.each(combinations)(
    "lose nothing of the prompt's prefix for a client of $client on $upstream over $loader",
    async (combination) => {
      const options = { isStreaming: true, defers: false, restartsBefore: [8, 12], store: createJsonStore() };
      const { upstream } = await converse(combination, options);

      expect(lostIn(upstream)).toEqual([]);
    },
  );
});
