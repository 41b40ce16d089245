import Anthropic from "@anthropic-ai/sdk";
import type { ContentBlock } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { bashTool, invoiceCall, invoiceTool } from "../src/testing/client-search-request.ts";
import { cutAtRandom } from "../src/testing/cut-bytes.ts";
import { type GatewayToStart, startGateway } from "../src/testing/gateways/start-gateway.ts";
import { postMessages } from "../src/testing/post.ts";
import { searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import {
  type StrictDialect,
  type StrictUpstream,
  startStrictUpstream,
} from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

const paid = "Invoice 7 is paid.";
const model = searchThenCall({
  search: { query: "invoice", pattern: "invoice" },
  wanted: { name: invoiceTool.name, input: invoiceCall.input },
  result: paid,
  lastWords: "It is paid.",
});
const verbs = ["create", "list", "close", "export", "share"];
const nouns = ["branch", "ticket", "meeting", "song", "recipe", "flight"];
const others = verbs.flatMap((verb) =>
  nouns.map((noun) => ({
    name: `mcp__${noun}s__${verb}_${noun}`,
    description: `Use it to ${verb} a ${noun}.`,
    input_schema: { type: "object", properties: { id: { type: "string", description: `Which ${noun}.` } } },
  })),
);
const catalogue = [...others.slice(0, 12), invoiceTool, ...others.slice(12)];
const question = { role: "user", content: "Is invoice 7 paid?" };
const base = { model: "some-model", max_tokens: 1000, messages: [question] };

async function start(dialect: StrictDialect, route: Partial<GatewayToStart>, seed?: number) {
  const upstream = await startStrictUpstream(dialect, model, seed === undefined ? undefined : cutAtRandom(seed));
  const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, ...route });
  closers.push(upstream.close, gateway.close);
  return { upstream, gateway };
}

/** The next request: the answer unchanged, and the result of its call. */
function withResult(messages: readonly object[], content: readonly ContentBlock[]): object[] {
  const call = content.find(({ type }) => type === "tool_use") as { readonly id?: string } | undefined;
  const result = { type: "tool_result", tool_use_id: call?.id, content: paid };
  return [...messages, { role: "assistant", content }, { role: "user", content: [result] }];
}

function expectPrefixKept({ readings }: StrictUpstream): void {
  const lost = readings.slice(1).map(({ partsLost, brokenAt }) => ({ partsLost, brokenAt }));
  expect(lost).toEqual(lost.map(() => ({ partsLost: 0, brokenAt: undefined })));
}

describe.each<readonly [StrictDialect, "bridge" | "append"]>([
  ["anthropic", "bridge"],
  ["anthropic", "append"],
  ["openai-chat", "bridge"],
  ["openai-chat", "append"],
])("the API's own search on %s with the loader %s", (dialect, loader) => {
  describe.each(["regex", "bm25"] as const)("%s", (variant) => {
    const name = `tool_search_tool_${variant}`;
    const deferred = catalogue.map((tool) => ({ ...tool, defer_loading: true }));
    const body = { ...base, tools: [{ type: `${name}_20251119`, name }, bashTool, ...deferred] };

    it.each([false, true])("runs internally with the API's blocks, streaming %s", async (stream) => {
      const { upstream, gateway } = await start(dialect, { loader }, 3);
      const first = await postMessages(gateway.url, { ...body, stream });
      expect({ status: first.status, problems: first.problems }).toEqual({ status: 200, problems: [] });
      expect(first.message.content).toMatchObject([
        { type: "server_tool_use", id: expect.stringMatching(/^srvtoolu_\w+$/), name },
        {
          type: "tool_search_tool_result",
          content: { type: "tool_search_tool_search_result", tool_references: [{ tool_name: invoiceTool.name }] },
        },
        invoiceCall,
      ]);
      expect(first.message.usage.server_tool_use).toMatchObject({ tool_search_requests: 1 });
      const messages = withResult(body.messages, first.message.content);
      const second = await postMessages(gateway.url, { ...body, messages, stream });
      expect(second.message.content).toEqual([{ type: "text", text: "It is paid." }]);
      expect(second.message.usage.server_tool_use ?? null).toBeNull();
      expect(upstream.rejected).toEqual([]);
      if (loader === "bridge") expectPrefixKept(upstream);
    });
  });
});

describe.each<readonly [StrictDialect]>([["anthropic"], ["openai-chat"]])("an injected search on %s", (dialect) => {
  const body = { ...base, tools: [bashTool, ...catalogue] };

  it.each([false, true])("is visible only to the model, streaming %s", async (stream) => {
    const { upstream, gateway } = await start(dialect, { inject: "always", loader: "bridge" }, 5);
    const first = await postMessages(gateway.url, { ...body, stream });
    expect({ status: first.status, problems: first.problems }).toEqual({ status: 200, problems: [] });
    expect(first.message.content).toMatchObject([invoiceCall]);
    expect(first.message.usage.server_tool_use ?? null).toBeNull();
    const messages = withResult(body.messages, first.message.content);
    const second = await postMessages(gateway.url, { ...body, messages, stream });
    expect(second.message.content).toEqual([{ type: "text", text: "It is paid." }]);
    expect(upstream.rejected).toEqual([]);
    expect(upstream.bodies).toHaveLength(3);
    expectPrefixKept(upstream);
    expect(JSON.stringify(upstream.bodies[0])).not.toContain(invoiceTool.description);
  });

  it("leaves the SDK with only its own tools", async () => {
    const { gateway } = await start(dialect, { inject: "always", loader: "bridge" });
    const client = new Anthropic({ baseURL: gateway.url, apiKey: "key", maxRetries: 0 });
    const stream = client.messages.stream(body as unknown as Anthropic.MessageStreamParams);
    const names = new Set<string>();
    stream.on("contentBlock", (block) => names.add(block.type === "tool_use" ? block.name : block.type));
    await stream.finalMessage();
    expect([...names]).toEqual([invoiceTool.name]);
  });

  it("is off when the route says so: the model gets what the client sent", async () => {
    const { upstream, gateway } = await start(dialect, { inject: "off" });
    await postMessages(gateway.url, body);
    const { tools = [] } = upstream.bodies[0] as { readonly tools?: readonly object[] };
    expect(tools).toHaveLength(body.tools.length);
  });
});
