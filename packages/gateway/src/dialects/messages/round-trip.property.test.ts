import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGateway, type Gateway } from "../../index.ts";
import { serve, type TestServer } from "../../testing/serve.ts";
import { unknownFields } from "../../testing/unknown-fields.ts";
import { encodeEvent } from "./wire/encode-event.ts";
import { readAnswerEvents } from "./wire/read-answer-events.ts";

type Fields = Readonly<Record<string, unknown>>;

const unknown = unknownFields({ withNull: true });
const unknownBlock = fc
  .record({ fields: unknown, kind: fc.constantFrom("hologram", "new_block") })
  .map(({ fields, kind }): Fields => ({ ...fields, type: kind }));
const question = fc.record({ body: unknown, message: unknownBlock, tool: unknown, streams: fc.boolean() });
const answer = fc.record({
  message: unknown,
  block: unknownBlock,
  delta: unknown,
  event: unknown,
  /** On events that the gateway knows, such as `amazon-bedrock-invocationMetrics`. */
  known: unknown,
  end: unknown,
});
type Answer = typeof answer extends fc.Arbitrary<infer Value> ? Value : never;

const base = { id: "msg_1", type: "message", role: "assistant", model: "m", stop_sequence: null };
const usage = { input_tokens: 5, output_tokens: 7 };

function eventsOf({
  message,
  block,
  delta,
  event,
  known,
  end,
}: Answer): readonly (Fields & { readonly type: string })[] {
  return [
    { ...known, type: "message_start", message: { ...message, ...base, content: [], stop_reason: null, usage } },
    { ...known, type: "content_block_start", index: 0, content_block: block },
    { ...known, type: "content_block_delta", index: 0, delta: { ...delta, type: "new_delta" } },
    { ...known, type: "content_block_stop", index: 0 },
    { ...event, type: "new_event" },
    { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Hello." } },
    { type: "content_block_stop", index: 1 },
    { ...end, type: "message_delta", delta: { ...end, stop_reason: "end_turn", stop_sequence: null }, usage },
    { ...known, type: "message_stop" },
  ];
}

function messageOf({ message, block }: Answer): Fields {
  return { ...message, ...base, content: [block, { type: "text", text: "Hello." }], stop_reason: "end_turn", usage };
}

/** The paths of a request: passed through, with the client's own search, and with a search that the gateway adds. */
const paths = [
  { name: "that pass", route: { loader: "native" }, tools: [] as readonly Fields[] },
  { name: "over the bridge", route: { loader: "bridge" }, tools: [{ name: "hidden", defer_loading: true }] },
  {
    name: "with injected search",
    route: { loader: "bridge", inject: "always" },
    tools: [{ name: "mcp__maps__route" }],
  },
] as const;

let upstream: TestServer;
let current: Answer;
const received: Fields[] = [];
beforeAll(async () => {
  upstream = await serve(async (_request, body, response) => {
    const sent = JSON.parse(body.toString()) as Fields;
    received.push(sent);
    const isStreamed = sent["stream"] === true;
    response.writeHead(200, { "content-type": isStreamed ? "text/event-stream" : "application/json" });
    response.end(isStreamed ? eventsOf(current).map(encodeEvent).join("") : JSON.stringify(messageOf(current)));
  });
});
afterAll(() => upstream.close());

describe.each(paths)("requests $name, between a client and an upstream of the Messages API", ({ route, tools }) => {
  it("keep unknown fields, blocks and events in both directions", async () => {
    const gateway: Gateway = await createGateway({
      upstreams: { model: { dialect: "anthropic", url: upstream.url } },
      ...route,
    });
    await fc.assert(
      fc.asyncProperty(question, answer, async ({ body, message, tool, streams }, given) => {
        current = given;
        received.length = 0;
        const schema = { type: "object", properties: {} };
        const own = [{ ...tool, name: "Bash", input_schema: schema }];
        const all = [...own, ...tools.map((each) => ({ ...each, description: "Does it.", input_schema: schema }))];
        const sent = {
          ...body,
          model: "m",
          max_tokens: 1000,
          stream: streams,
          tools: all,
          messages: [{ role: "user", content: [message, { type: "text", text: "Hi" }] }],
        };
        const response = await gateway.app.request("/v1/messages", {
          method: "POST",
          headers: { host: "localhost", "content-type": "application/json" },
          body: JSON.stringify(sent),
        });

        expect(response.headers.get("toolcrib-loader")).toBe(tools.length === 0 ? null : "bridge");
        const [up] = received as [typeof sent];
        expect(up).toMatchObject(body);
        expect(up.tools[0]).toEqual(own[0]);
        expect(up.messages[0]?.content).toContainEqual(message);
        if (!streams) {
          expect(await response.json()).toEqual(messageOf(given));
          return;
        }
        const events: unknown[] = [];
        for await (const event of readAnswerEvents(response.body as unknown as AsyncIterable<Uint8Array>))
          events.push(event);
        expect(events).toEqual(eventsOf(given));
      }),
      { numRuns: 60 },
    );
    await gateway.close();
  });
});
