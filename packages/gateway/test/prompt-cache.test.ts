import { afterEach, describe, expect, it } from "vitest";
import { inBothDialects } from "../src/testing/call-when-visible.ts";
import { bashTool, otherTool, toolSearchTool } from "../src/testing/client-search-request.ts";
import { postMessages } from "../src/testing/post.ts";
import { startGateway } from "../src/testing/start-gateway.ts";
import { startStrictUpstream, type UpstreamDialect } from "../src/testing/start-upstream.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

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
const catalogue = Array.from({ length: 40 }, (_, number) => otherTool(`mcp__shop__tool_${number}`));
const foundName = (turn: number) => `mcp__shop__tool_${turn}`;

/** In a turn of a find the model searches; in the one after it calls what was found; else it just talks. */
const model = inBothDialects(({ declared, conversation }, requestNumber) => {
  const wanted = [...conversation.matchAll(/Use (mcp__shop__tool_\d+) now/g)].at(-1)?.[1];
  if (wanted === undefined || conversation.includes(`done with ${wanted}`)) return { text: `Answer ${requestNumber}.` };
  const id = `toolu_${requestNumber}`;
  if (declared.includes(wanted)) return { call: { id, name: wanted, input: { deep: { b: 1, a: [2] } } } };
  if (conversation.includes(`\\"name\\":\\"${wanted}\\"`)) {
    return { call: { id, name: "call_tool", input: { name: wanted, arguments: { deep: { b: 1, a: [2] } } } } };
  }
  return { call: { id, name: "ToolSearch", input: { query: `select:${wanted}` } } };
});

/** Plays a conversation of twenty turns as a client with its own search does. */
async function converse(url: string): Promise<{ readonly requestAtCompaction: number }> {
  let messages: Message[] = [];
  let tools: object[] = [bashTool, toolSearchTool, ...catalogue];
  let requests = 0;
  let requestAtCompaction = 0;
  const send = async (): Promise<readonly Block[]> => {
    requests += 1;
    const { status, message } = await postMessages(url, {
      model: "m",
      max_tokens: 100,
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
    if (turn === reconnectsAt) tools = [bashTool, toolSearchTool, ...catalogue.toReversed()];
    if (turn === compactsAt) {
      messages = [
        { role: "user", content: "Summary: five tools were used." },
        { role: "assistant", content: "Noted." },
      ];
      requestAtCompaction = requests;
    }
    const words = findsAt.includes(turn) ? `Use ${foundName(turn)} now.` : `Question ${turn}.`;
    messages = [...messages, { role: "user", content: words }];
    for (let answer = await send(); ; answer = await send()) {
      const call = answer.find(({ type }) => type === "tool_use");
      if (call === undefined) break;
      const isSearch = call["name"] === "ToolSearch";
      const content = isSearch
        ? [{ type: "tool_reference", tool_name: foundName(turn) }]
        : [{ type: "text", text: `done with ${foundName(turn)}` }];
      const result = { type: "tool_result", tool_use_id: call["id"], content };
      messages = [...messages, { role: "user", content: [result] }];
    }
  }
  return { requestAtCompaction };
}

describe.each<readonly [UpstreamDialect, "native" | "bridge"]>([
  ["anthropic", "native"],
  ["anthropic", "bridge"],
  ["openai", "bridge"],
])("twenty turns with five finds and a reconnect on %s, loader %s", (dialect, loader) => {
  it("lose nothing of the prompt cache before the compaction, and little by it", async () => {
    const upstream = await startStrictUpstream(dialect, model);
    const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader });
    closers.push(upstream.close, gateway.close);
    const { requestAtCompaction } = await converse(gateway.url);
    const readings = upstream.readings;
    // Each find costs three requests instead of one: the search, the call, and what is said at the end.
    expect(readings).toHaveLength(turns + 2 * findsAt.length);
    const lost = readings.slice(1, requestAtCompaction).map(({ partsLost, brokenAt }) => ({ partsLost, brokenAt }));
    expect(lost).toEqual(lost.map(() => ({ partsLost: 0, brokenAt: undefined })));
    // The compaction itself rewrites the messages; tools and system prompt stay.
    expect(readings[requestAtCompaction]?.partsReused).toBeGreaterThanOrEqual(2);
    expect(readings.slice(requestAtCompaction + 1).every(({ partsLost }) => partsLost === 0)).toBe(true);
    expect(upstream.rejected).toEqual([]);
  });
});

describe.each<readonly [UpstreamDialect]>([["anthropic"], ["openai"]])(
  "the same on %s with the loader append",
  (dialect) => {
    it("loses the cache at each find and only there", async () => {
      const upstream = await startStrictUpstream(dialect, model);
      const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader: "append" });
      closers.push(upstream.close, gateway.close);
      const { requestAtCompaction } = await converse(gateway.url);
      const broken = upstream.readings.slice(1, requestAtCompaction).filter(({ partsLost }) => partsLost > 0);
      expect(broken.map(({ brokenAt }) => brokenAt)).toEqual(findsAt.map(() => "tools"));
    });
  },
);
