import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGateway } from "../../../../server/create-gateway.ts";
import { encodeEvents, eventsOf } from "../../../../testing/responses-api/responses-answer.ts";
import { serve, type TestServer } from "../../../../testing/serve.ts";
import { unknownFields } from "../../../../testing/unknown-fields.ts";
import { readWireEvents } from "../upstream/answer/read-events.ts";

type Fields = Readonly<Record<string, unknown>>;
type WireEvent = Fields & { readonly type: string };

const unknown = unknownFields({ withNull: false });
const question = fc.record({
  body: unknown,
  message: unknown,
  part: unknown,
  item: unknown,
  call: unknown,
  result: unknown,
  tool: unknown,
  streams: fc.boolean(),
});
const answer = fc.record({
  response: unknown,
  item: unknown,
  message: unknown,
  part: unknown,
  call: unknown,
  event: unknown,
  usage: unknown,
});
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never;
type Answer = typeof answer extends fc.Arbitrary<infer Value> ? Value : never;

const bash = { type: "function", name: "Bash", parameters: { type: "object", properties: {} }, strict: false };
const desk = {
  type: "namespace",
  name: "mcp__desk",
  description: "The help desk.",
  tools: [{ ...bash, name: "create_ticket", description: "Creates a ticket." }],
};

function requestOf(given: Question): Fields & { readonly input: readonly Fields[]; readonly tools: readonly Fields[] } {
  return {
    ...given.body,
    model: "m",
    stream: given.streams,
    store: false,
    instructions: "Be brief.",
    metadata: { team: "a" },
    prompt_cache_key: "session",
    text: { verbosity: "low" },
    tools: [
      { ...bash, ...given.tool },
      { ...given.tool, type: "new_tool" },
      { type: "custom", name: "patch", ...given.tool },
      desk,
    ],
    input: [
      { role: "developer", content: "You are an agent." },
      {
        ...given.message,
        role: "user",
        content: [
          { ...given.part, type: "input_text", text: "Hi" },
          { ...given.part, type: "new_part" },
          { type: "input_image", image_url: "https://example.com/a.png", detail: "low" },
        ],
      },
      { ...given.item, type: "new_item" },
      { type: "reasoning", id: "rs_0", summary: [], encrypted_content: "gAAAA", ...given.item },
      {
        ...given.message,
        type: "message",
        id: "msg_0",
        role: "assistant",
        status: "completed",
        content: [{ ...given.part, type: "output_text", text: "So." }],
      },
      { ...given.call, type: "function_call", id: "fc_0", call_id: "call_0", name: "Bash", arguments: '{ "a":  1 }' },
      { ...given.call, type: "custom_tool_call", call_id: "call_1", name: "patch", input: "*** Begin" },
      {
        ...given.result,
        type: "function_call_output",
        call_id: "call_0",
        output: [{ type: "input_text", text: "Done.", ...given.part }],
      },
      { ...given.result, type: "custom_tool_call_output", call_id: "call_1", output: "Patched." },
      { role: "user", content: "Go on." },
    ],
  };
}

function responseOf(given: Answer): Fields & { readonly output: readonly Fields[] } {
  return {
    ...given.response,
    id: "resp_1",
    object: "response",
    created_at: 1_700_000_000,
    status: "completed",
    error: null,
    incomplete_details: null,
    model: "m",
    output: [
      {
        type: "reasoning",
        id: "rs_1",
        summary: [
          { type: "summary_text", text: "One." },
          { type: "summary_text", text: "Two." },
        ],
        encrypted_content: "gAAAB",
      },
      { ...given.item, type: "new_item_call", id: "new_1", status: "completed" },
      {
        ...given.message,
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [
          { ...given.part, type: "output_text", text: "Hello.", annotations: [], logprobs: [] },
          { ...given.part, type: "output_text", text: "Again.", annotations: [], logprobs: [] },
        ],
      },
      {
        ...given.call,
        type: "function_call",
        id: "fc_1",
        call_id: "call_2",
        name: "Bash",
        arguments: '{ "b": [1, 2] }',
        status: "completed",
      },
    ],
    usage: {
      ...given.usage,
      input_tokens: 9,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 3 },
      total_tokens: 16,
    },
  };
}

/** The API's own events, and two unknown ones: one of an item, and one on its own. */
function streamOf(given: Answer): readonly WireEvent[] {
  const events = eventsOf(responseOf(given)).flatMap((event): WireEvent[] => {
    if (event.type !== "response.output_item.added" || (event["item"] as Fields)["type"] !== "new_item_call")
      return [event];
    const progress = { ...given.event, type: "response.new_item_call.progress", item_id: "new_1", output_index: 1 };
    return [event, progress, { ...given.event, type: "response.new_event" }];
  });
  const numbered = events.map((event, sequence_number) => ({ ...event, sequence_number }));
  return JSON.parse(JSON.stringify(numbered)) as WireEvent[];
}

/** The paths of a request: passed through, and with a search that the gateway adds. */
const variants = [
  { name: "that pass", route: {}, loader: null },
  { name: "with injected search over the bridge", route: { loader: "bridge", inject: "always" }, loader: "bridge" },
  { name: "with injected search and appended tools", route: { loader: "append", inject: "always" }, loader: "append" },
] as const;

let upstream: TestServer;
let current: Answer;
let sentBytes = "";
const received: string[] = [];
beforeAll(async () => {
  upstream = await serve(async (_request, body, response) => {
    received.push(body.toString());
    const isStreamed = (JSON.parse(body.toString()) as Fields)["stream"] === true;
    sentBytes = isStreamed ? encodeEvents(streamOf(current)) : JSON.stringify(responseOf(current));
    response.writeHead(200, { "content-type": isStreamed ? "text/event-stream" : "application/json" });
    response.end(sentBytes);
  });
});
afterAll(() => upstream.close());

describe.each(variants)(
  "requests $name, between a client and an upstream of the Responses API",
  ({ route, loader }) => {
    it("W-R30: keep unknown fields, items and events in both directions", async () => {
      const gateway = await createGateway({
        upstreams: { model: { dialect: "openai-responses", url: upstream.url } },
        ...route,
      });
      await fc.assert(
        fc.asyncProperty(question, answer, async (asked, given) => {
          current = given;
          received.length = 0;
          const sent = requestOf(asked);
          const text = JSON.stringify(sent, null, 1);
          const response = await gateway.app.request("/v1/responses", {
            method: "POST",
            headers: { host: "localhost", "content-type": "application/json", authorization: "Bearer key" },
            body: text,
          });

          expect(response.headers.get("toolcrib-loader")).toBe(loader);
          expect(response.status).toBe(200);
          if (loader === null) {
            expect(received).toEqual([text]);
            expect(await response.text()).toBe(sentBytes);
            return;
          }
          const up = JSON.parse(received[0] ?? "") as typeof sent;
          const { tools, input, ...settings } = sent;
          expect(up).toMatchObject(settings);
          expect(up.input.map(withoutAnnouncement)).toEqual(input);
          expect(up.tools.slice(0, 3)).toEqual(tools.slice(0, 3));
          expect(JSON.stringify(up.tools)).not.toContain("create_ticket");
          if (!asked.streams) {
            expect(await response.json()).toMatchObject(responseOf(given));
            return;
          }
          const events: WireEvent[] = [];
          for await (const event of readWireEvents(response.body as unknown as AsyncIterable<Uint8Array>))
            events.push(event);
          const expected = streamOf(given);
          expect(events.map(({ type }) => type)).toEqual(expected.map(({ type }) => type));
          for (const [position, event] of events.entries()) expect(event).toMatchObject(expected[position] as object);
        }),
        { numRuns: 40 },
      );
      await gateway.close();
    });
  },
);

/** An item without the announcement of deferred tools, which names them. */
function withoutAnnouncement(item: Fields): Fields {
  if (!Array.isArray(item["content"])) return item;
  const content = (item["content"] as readonly Fields[]).filter(({ text }) => !String(text).includes("mcp__desk"));
  return { ...item, content };
}
