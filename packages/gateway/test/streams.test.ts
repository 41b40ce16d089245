import { describe, expect, it } from "vitest";
import { clientSearchRequest, invoiceTool } from "../src/testing/client-search-request.ts";
import { cutAtRandom } from "../src/testing/cut-bytes.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { postMessages } from "../src/testing/post.ts";
import { inBothDialects } from "../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

const input = {
  number: 7,
  note: 'a "quoted" \\ back\u2028slash, ünïcode 🧰',
  nested: { list: [1, 2.5, null, true, {}] },
};
const wrapped = { name: invoiceTool.name, arguments: input };

const variants = [
  ["anthropic", "native", invoiceTool.name, input],
  ["anthropic", "bridge", "call_tool", wrapped],
  ["anthropic", "bridge", "call_tool", { arguments: input, name: invoiceTool.name }],
  ["openai-chat", "bridge", "call_tool", wrapped],
  ["openai-chat", "bridge", "call_tool", { arguments: input, name: invoiceTool.name }],
  ["openai-chat", "append", invoiceTool.name, input],
] as const;

describe.each(variants)(
  "a stream of the dialect %s with the loader %s that calls %s with %j",
  (dialect, loader, name, sent) => {
    const model = inBothDialects(() => ({ call: { id: "toolu_7", name, input: sent } }));

    it("reaches the client in the API's order, however it is split", async () => {
      for (let seed = 1; seed <= 12; seed += 1) {
        const upstream = await startStrictUpstream(dialect, model, cutAtRandom(seed));
        const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader });
        const { events, message, problems } = await postMessages(gateway.url, { ...clientSearchRequest, stream: true });
        await gateway.close();
        await upstream.close();
        expect(problems, `seed ${seed}`).toEqual([]);
        expect(message.content).toEqual([
          expect.objectContaining({ type: "tool_use", id: "toolu_7", name: invoiceTool.name, input }),
        ]);
        expect(message.stop_reason).toBe("tool_use");
        const start = events.find(({ type }) => type === "content_block_start");
        expect(start).toMatchObject({
          index: 0,
          content_block: { type: "tool_use", name: invoiceTool.name, input: {} },
        });
      }
    });

    it("gives the same answer as without streaming", async () => {
      const upstream = await startStrictUpstream(dialect, model);
      const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader });
      closers.push(upstream.close, gateway.close);
      const streamed = await postMessages(gateway.url, { ...clientSearchRequest, stream: true });
      const whole = await postMessages(gateway.url, clientSearchRequest);
      expect(streamed.message.content).toEqual(whole.message.content);
      expect(streamed.message.stop_reason).toBe(whole.message.stop_reason);
    });
  },
);

describe("the arguments of a call over the bridge", () => {
  it("are forwarded while they arrive, not at the end", async () => {
    const long = { number: 7, note: "x".repeat(400) };
    const model = inBothDialects(() => ({
      call: { id: "toolu_7", name: "call_tool", input: { name: invoiceTool.name, arguments: long } },
    }));
    const upstream = await startStrictUpstream("openai-chat", model);
    const gateway = await startGateway({ upstreamUrl: upstream.url, dialect: "openai-chat", loader: "bridge" });
    closers.push(upstream.close, gateway.close);
    const { events } = await postMessages(gateway.url, { ...clientSearchRequest, stream: true });
    const pieces = events.filter(({ type }) => type === "content_block_delta");
    expect(pieces.length).toBeGreaterThan(20);
  });
});
