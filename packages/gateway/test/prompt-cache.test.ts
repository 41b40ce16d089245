import { describe, expect, it } from "vitest";
import { bashTool, otherTool, toolSearchTool } from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { postMessages } from "../src/testing/post.ts";
import { inBothDialects } from "../src/testing/strict/call-when-visible.ts";
import { type StrictDialect, startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}
interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

const turns = 20;
const findsAt = [1, 4, 7, 10, 13];
const reconnectsAt = 9;
const compactsAt = 16;
const foundName = (turn: number) => `mcp__shop__tool_${turn}x`;
const catalogue = Array.from({ length: 40 }, (_, number) => otherTool(foundName(number)));
const regexSearch = { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" };

/** Who defers and who searches. */
type SearchKind = "client" | "server" | "injected";

const toolsFor: Readonly<Record<SearchKind, (listed: readonly object[]) => object[]>> = {
  client: (listed) => [bashTool, toolSearchTool, ...listed],
  server: (listed) => [regexSearch, bashTool, ...listed],
  injected: (listed) => [bashTool, ...listed.map((tool) => ({ ...tool, defer_loading: undefined }))],
};

/** In a turn of a find the model searches; in the one after it calls what was found; else it just talks. */
const model = inBothDialects(({ declared, conversation }, requestNumber) => {
  const wanted = [...conversation.matchAll(/Use (mcp__shop__tool_\d+x) now/g)].at(-1)?.[1];
  if (wanted === undefined || conversation.includes(`done with ${wanted}`)) return { text: `Answer ${requestNumber}.` };
  const id = `toolu_${requestNumber}`;
  if (declared.includes(wanted)) return { call: { id, name: wanted, input: { deep: { b: 1, a: [2] } } } };
  if (conversation.includes(`\\"name\\":\\"${wanted}\\"`)) {
    return { call: { id, name: "call_tool", input: { name: wanted, arguments: { deep: { b: 1, a: [2] } } } } };
  }
  const name = declared.find((declaredName) => /search/i.test(declaredName)) ?? "";
  const input = name === regexSearch.name ? { pattern: wanted } : { query: `select:${wanted}` };
  return { call: { id, name, input } };
});

/** Plays a conversation of twenty turns. */
async function converse(
  nextUrl: () => Promise<string>,
  kind: SearchKind,
): Promise<{ readonly requestAtCompaction: number }> {
  let messages: Message[] = [];
  let tools = toolsFor[kind](catalogue);
  let upstreamRequests = 0;
  let requestAtCompaction = 0;
  const send = async (): Promise<readonly Block[]> => {
    const { status, message } = await postMessages(await nextUrl(), {
      model: "m",
      max_tokens: 1000,
      system: "Work.",
      tools,
      messages,
    });
    expect(status, JSON.stringify(message)).toBe(200);
    messages = [...messages, { role: "assistant", content: message.content as readonly Block[] }];
    return message.content as readonly Block[];
  };
  for (let turn = 0; turn < turns; turn += 1) {
    // A server that reconnects lists its tools in another order.
    if (turn === reconnectsAt) tools = toolsFor[kind](catalogue.toReversed());
    if (turn === compactsAt) {
      messages = [
        { role: "user", content: "Summary: five tools were used." },
        { role: "assistant", content: "Noted." },
      ];
      requestAtCompaction = upstreamRequests;
    }
    const isFind = findsAt.includes(turn);
    // Each find costs three requests instead of one: the search, the call, and what is said at the end.
    upstreamRequests += isFind ? 3 : 1;
    messages = [...messages, { role: "user", content: isFind ? `Use ${foundName(turn)} now.` : `Question ${turn}.` }];
    for (let answer = await send(); ; answer = await send()) {
      const call = answer.find(({ type }) => type === "tool_use");
      if (call === undefined) break;
      const content =
        call["name"] === toolSearchTool.name
          ? [{ type: "tool_reference", tool_name: foundName(turn) }]
          : [{ type: "text", text: `done with ${foundName(turn)}` }];
      messages = [...messages, { role: "user", content: [{ type: "tool_result", tool_use_id: call["id"], content }] }];
    }
  }
  return { requestAtCompaction };
}

describe.each<readonly [StrictDialect, "native" | "bridge", SearchKind]>([
  ["anthropic", "native", "client"],
  ["anthropic", "native", "server"],
  ["anthropic", "native", "injected"],
  ["anthropic", "bridge", "client"],
  ["anthropic", "bridge", "server"],
  ["anthropic", "bridge", "injected"],
  ["openai-chat", "bridge", "client"],
  ["openai-chat", "bridge", "server"],
  ["openai-chat", "bridge", "injected"],
  ["openai-responses", "native", "client"],
  ["openai-responses", "native", "server"],
  ["openai-responses", "native", "injected"],
  ["openai-responses", "bridge", "client"],
  ["openai-responses", "bridge", "server"],
  ["openai-responses", "bridge", "injected"],
])("twenty turns with five finds and a reconnect on %s, loader %s, %s search", (dialect, loader, kind) => {
  it("lose nothing of the prompt cache before the compaction, and little at it", async () => {
    const upstream = await startStrictUpstream(dialect, model);
    const inject = kind === "injected" ? "always" : "off";
    const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader, inject });
    closers.push(upstream.close, gateway.close);
    const { requestAtCompaction } = await converse(async () => gateway.url, kind);
    const { readings } = upstream;
    expect(readings).toHaveLength(turns + 2 * findsAt.length);
    const lost = readings.slice(1, requestAtCompaction).map(({ partsLost, brokenAt }) => ({ partsLost, brokenAt }));
    expect(lost).toEqual(lost.map(() => ({ partsLost: 0, brokenAt: undefined })));
    // The compaction itself rewrites the messages; tools and system prompt stay.
    expect(readings[requestAtCompaction]?.partsReused).toBeGreaterThanOrEqual(2);
    expect(readings.slice(requestAtCompaction + 1).every(({ partsLost }) => partsLost === 0)).toBe(true);
    expect(upstream.rejected).toEqual([]);
  });
});

describe.each<readonly [StrictDialect]>([["anthropic"], ["openai-chat"], ["openai-responses"]])(
  "the same on %s with the loader append",
  (dialect) => {
    it("loses the cache at each find and only there", async () => {
      const upstream = await startStrictUpstream(dialect, model);
      const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader: "append" });
      closers.push(upstream.close, gateway.close);
      const { requestAtCompaction } = await converse(async () => gateway.url, "client");
      const broken = upstream.readings.slice(1, requestAtCompaction).filter(({ partsLost }) => partsLost > 0);
      expect(broken.map(({ brokenAt }) => brokenAt)).toEqual(findsAt.map(() => "tools"));
    });
  },
);

describe.each<readonly [StrictDialect, "native" | "bridge", SearchKind]>([
  ["anthropic", "native", "client"],
  ["anthropic", "bridge", "client"],
  ["openai-chat", "bridge", "client"],
  ["anthropic", "bridge", "server"],
  ["openai-chat", "bridge", "server"],
  ["openai-responses", "native", "client"],
  ["openai-responses", "bridge", "client"],
  ["openai-responses", "bridge", "server"],
])("the same on %s, loader %s, %s search, each request at another replica", (dialect, loader, kind) => {
  it("loses nothing either: the conversation is the state (law 2)", async () => {
    const upstream = await startStrictUpstream(dialect, model);
    closers.push(upstream.close);
    const nextUrl = async (): Promise<string> => {
      const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader });
      closers.push(gateway.close);
      return gateway.url;
    };
    const { requestAtCompaction } = await converse(nextUrl, kind);
    const lost = upstream.readings.slice(1, requestAtCompaction).filter(({ partsLost }) => partsLost > 0);
    expect(lost).toEqual([]);
    expect(upstream.readings).toHaveLength(turns + 2 * findsAt.length);
    expect(upstream.rejected).toEqual([]);
  });
});

describe.each<readonly [StrictDialect]>([["anthropic"], ["openai-chat"], ["openai-responses"]])(
  "an injected search on %s at many replicas",
  (dialect) => {
    it("still completes every turn, and the upstream accepts every request", async () => {
      const upstream = await startStrictUpstream(dialect, model);
      closers.push(upstream.close);
      const nextUrl = async (): Promise<string> => {
        const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader: "bridge", inject: "always" });
        closers.push(gateway.close);
        return gateway.url;
      };
      await converse(nextUrl, "injected");
      expect(upstream.rejected).toEqual([]);
      expect(upstream.readings).toHaveLength(turns + 2 * findsAt.length);
    });
  },
);
