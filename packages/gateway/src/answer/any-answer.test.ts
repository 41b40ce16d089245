import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Mutated, mutatedJson } from "../../../../scripts/test/mutated-json.ts";
import { eventsOfMessage } from "../inner-form/whole-message.ts";
import { listing, outcome, useFuzzedGateway } from "../testing/gateways/fuzzed-gateway.ts";
import { answerOf, chatChunk, chatCompletion } from "../testing/gateways/lenient-upstream.ts";
import { body, plain, talk, tools, toolset, withToolset } from "../testing/sample-requests.ts";

const { numRuns = 100 } = fc.readConfigureGlobal();
const { surroundings, post, expectAnswered } = useFuzzedGateway();

describe("any JSON from an upstream or an MCP server results in an API answer, never in an internal error", () => {
  it.each([true, false])("as the answer of an upstream, streaming %s", async (stream) => {
    const message = answerOf("m", [
      { type: "thinking", thinking: "hm", signature: "s" } as never,
      { type: "text", text: "Well." } as never,
      { type: "tool_use", id: "toolu_up", name: "call_tool", input: { name: "get_weather", arguments: {} } } as never,
    ]);
    const error = { type: "error", error: { type: "api_error", message: "No.", details: { error_code: "x" } } };
    const events = [...eventsOfMessage(message)];
    const answers = stream ? mutatedJson<unknown>(events, [error]) : mutatedJson<unknown>(message);
    await askHostile("hostile", stream, answers, streamOf);
  });

  it.each([200, 400, 529])("as the body of an upstream's answer with the status %s", async (status) => {
    const error = { type: "error", error: { type: "api_error", message: "No.", details: { error_code: "x" } } };
    const detail = { detail: [{ loc: ["body", "tools"], msg: "Extra inputs are not permitted" }] };
    surroundings.upstreamStatus = status;
    await fc.assert(
      fc.asyncProperty(
        mutatedJson<object>(error, detail),
        fc.constantFrom("hostile", "hostile-chat"),
        async ({ json }, model) => {
          surroundings.upstreamText = json;
          const asked = JSON.stringify({ ...body, model, messages: talk.slice(0, 1) });
          await expectAnswered(await post(asked), [200, 400, 404, 413, 500, 502, 503, 529]);
        },
      ),
      { numRuns },
    );
    surroundings.upstreamStatus = 200;
  });

  it.each([
    ["constructor", 500],
    ["overloaded_error", 529],
  ])("as an error in a stream whose type is %s", async (type, status) => {
    surroundings.upstreamText = `event: error\ndata: {"type":"error","error":{"type":"${type}","message":"No."}}\n\n`;
    const asked = JSON.stringify({ ...body, model: "hostile", stream: true, messages: talk.slice(0, 1) });

    expect((await post(asked)).status).toBe(status);
  });

  it("as arguments that are nested too deeply, in a stream and in an id", async () => {
    const deep = `${'{"a":['.repeat(20_000)}1${"]}".repeat(20_000)}`;
    const call = { type: "tool_use", id: "toolu_9", name: "ToolSearch", input: {} };
    const [start, first, ...rest] = [...eventsOfMessage(answerOf("m", [call as never]))];
    const delta = { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: deep } };
    surroundings.upstreamText = streamOf([start, first, delta, ...rest]);
    for (const name of ["ToolSearch", "call_tool"]) {
      surroundings.upstreamText = surroundings.upstreamText.replaceAll("ToolSearch", name);
      await expectAnswered(await post(JSON.stringify({ ...plain, model: "hostile", stream: true })), [200]);
    }
    const id = `call_tc_${Buffer.from(`["x",${deep}]`).toString("base64url")}`;
    const signature = `toolcrib.${Buffer.from(`{"upstream":"chat","metadata":${deep}}`).toString("base64url")}`;
    const said = {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "x", signature },
        { ...call, id },
      ],
    };
    const done = { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] };
    await expectAnswered(
      await post(JSON.stringify({ ...body, model: "chat", messages: [talk[0], said, done] })),
      [200],
    );
  });

  it.each(["native", "bridge", "chat"])("as the lists and answers of an MCP server, on the route %s", async (model) => {
    const asked = JSON.stringify({
      ...withToolset,
      model,
      tools: [tools[0], { ...toolset, default_config: {}, tools: null }],
    });
    await fc.assert(
      fc.asyncProperty(mutatedJson(listing), mutatedJson(outcome), fc.nat(2), async (listed, done, which) => {
        if (which !== 0) surroundings.listing = listed.json;
        if (which !== 1) surroundings.outcome = done.json;
        await expectAnswered(await post(asked), [200, 400]).finally(() => {
          surroundings.listing = JSON.stringify(listing);
          surroundings.outcome = JSON.stringify(outcome);
        });
      }),
      { numRuns },
    );
  });

  it.each([true, false])("as the answer of a chat upstream, streaming %s", async (stream) => {
    const search = { function: { name: "ToolSearch" } } as never;
    const completion = chatCompletion({ model: "m", messages: [], tools: [search] });
    const answers = mutatedJson<unknown>(stream ? chatChunk(completion) : completion);
    await askHostile("hostile-chat", stream, answers, (chunk) => `data: ${write(chunk)}\n\ndata: [DONE]\n\n`);
  });
});

async function askHostile(
  model: string,
  stream: boolean,
  answers: fc.Arbitrary<Mutated<unknown>>,
  writeStream: (value: unknown) => string,
): Promise<void> {
  const asked = JSON.stringify({ ...body, model, stream, messages: talk.slice(0, 4) });
  await fc.assert(
    fc.asyncProperty(answers, async ({ json }) => {
      surroundings.upstreamText = stream ? writeStream(JSON.parse(json)) : json;
      await expectAnswered(await post(asked), [200, 500, 502]);
    }),
    { numRuns },
  );
}

/** Events as a stream, each written anew where it can be. */
function streamOf(events: unknown): string {
  if (!Array.isArray(events)) return `data: ${write(events)}\n\n`;
  return events
    .map((event: { readonly type?: unknown } | null) => {
      const name = typeof event?.type === "string" ? event.type : "odd";
      return `event: ${name}\ndata: ${write(event)}\n\n`;
    })
    .join("");
}

function write(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return `${'{"a":['.repeat(20_000)}1${"]}".repeat(20_000)}`;
  }
}
