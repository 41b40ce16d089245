import { describe, expect, it } from "vitest";
import { clientSearchRequest, invoiceTool } from "../src/testing/client-search-request.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { postMessages } from "../src/testing/post.ts";
import { inBothDialects } from "../src/testing/strict/call-when-visible.ts";
import { type StrictDialect, startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

/** Calls the found tool with the number that the client asked for. */
const model = inBothDialects(({ declared, conversation }) => {
  const number = Number(/invoice number (\d+)/.exec(conversation)?.[1]);
  const id = `toolu_invoice_${number}`;
  return declared.includes(invoiceTool.name)
    ? { call: { id, name: invoiceTool.name, input: { number } } }
    : { call: { id, name: "call_tool", input: { name: invoiceTool.name, arguments: { number } } } };
});

describe.each<readonly [StrictDialect, "native" | "bridge" | "append"]>([
  ["anthropic", "native"],
  ["anthropic", "bridge"],
  ["openai-chat", "bridge"],
  ["openai-chat", "append"],
])("a hundred conversations at once on %s with the loader %s", (dialect, loader) => {
  it("each get their own answer, streamed or not", async () => {
    const upstream = await startStrictUpstream(dialect, model);
    const gateway = await startGateway({ upstreamUrl: upstream.url, dialect, loader });
    closers.push(upstream.close, gateway.close);
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        const question = { role: "user", content: `Show me invoice number ${number}.` };
        const messages = [question, ...clientSearchRequest.messages.slice(1)];
        const stream = number % 2 === 0;
        const { message, problems } = await postMessages(gateway.url, { ...clientSearchRequest, messages, stream });
        return { problems, content: message.content };
      }),
    );
    expect(answers).toEqual(
      answers.map((_, number) => ({
        problems: [],
        content: [
          expect.objectContaining({
            type: "tool_use",
            id: `toolu_invoice_${number}`,
            name: invoiceTool.name,
            input: { number },
          }),
        ],
      })),
    );
    expect(upstream.rejected).toEqual([]);
    await expect.poll(() => gateway.traces.length).toBe(100);
  });
});
