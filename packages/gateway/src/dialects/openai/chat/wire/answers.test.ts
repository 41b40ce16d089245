import { describe, expect, it } from "vitest";
import { UpstreamError } from "../../../../errors/upstream-error.ts";
import { assembleMessage } from "../../../../suites/answer-events.ts";
import { callOf } from "../../../../testing/call-of.ts";
import { callRaw, chunksOf, readDeltas, readStream, readWhole } from "../../../../testing/chat/raw-chat.ts";

const call = (index: number | undefined, fields: object, more: object = {}) => ({
  tool_calls: [{ ...(index === undefined ? {} : { index }), ...more, function: fields }],
});
const whole = (message: object, finish_reason: string | null = "stop", more: object = {}) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
  ...more,
});
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("W-OC4: A streamed answer of a chat server", () => {
  it("may count its calls from any number, with gaps", async () => {
    const { content, stop_reason } = await readDeltas(
      [
        call(3, { name: "look", arguments: "" }, { id: "call_a" }),
        call(3, { arguments: '{"x":' }),
        call(7, { name: "look", arguments: '{"y":2}' }, { id: "call_b" }),
        call(3, { arguments: "1}" }),
      ],
      "tool_calls",
    );
    expect(content).toMatchObject([
      { type: "tool_use", id: "call_a", name: "look", input: { x: 1 } },
      { type: "tool_use", id: "call_b", name: "look", input: { y: 2 } },
    ]);
    expect(stop_reason).toBe("tool_use");
  });

  it("may leave the index out, or give all calls the same one", async () => {
    for (const index of [undefined, 0]) {
      const { content } = await readDeltas([
        call(index, { name: "look", arguments: '{"x":1}' }, { id: "call_a" }),
        call(index, { name: "look", arguments: '{"x":2}' }, { id: "call_b" }),
      ]);
      expect(content).toMatchObject([
        { id: "call_a", input: { x: 1 } },
        { id: "call_b", input: { x: 2 } },
      ]);
    }
  });

  it("may give no ids: every call gets one of its own", async () => {
    const { content } = await readDeltas([
      call(0, { name: "look", arguments: '{"x":1}' }),
      call(1, { name: "look", arguments: '{"x":2}' }, { id: "" }),
    ]);
    expect(content).toMatchObject([{ id: "call_0" }, { id: "call_1" }]);
  });

  it("may send arguments before the name, as an object, or none at all", async () => {
    const { content } = await readDeltas([
      call(0, { arguments: '{"x":' }, { id: "call_a" }),
      call(0, { name: "look", arguments: "1}" }),
      call(1, { name: "look", arguments: { y: 2 } }, { id: "call_b" }),
      call(2, { name: "look" }, { id: "call_c" }),
    ]);
    expect(content).toMatchObject([{ input: { x: 1 } }, { input: { y: 2 } }, { input: {} }]);
  });

  it("may repeat the name in every piece, and write null for what it does not have", async () => {
    const { content } = await readDeltas([
      { role: "assistant", content: null, tool_calls: null, reasoning_content: null, refusal: null },
      call(0, { name: "look", arguments: '{"x"' }, { id: "call_a" }),
      call(0, { name: "look", arguments: ":1}" }, { id: "call_a" }),
    ]);
    expect(content).toMatchObject([{ id: "call_a", input: { x: 1 } }]);
  });

  it("may hold arguments of 100,000 characters", async () => {
    const text = "x".repeat(100_000);
    const json = JSON.stringify({ text });
    const pieces = Array.from({ length: 20 }, (_, piece) => json.slice(piece * 6_000, (piece + 1) * 6_000));
    const { content } = await readDeltas([
      call(0, { name: "look", arguments: "" }, { id: "call_a" }),
      ...pieces.map((piece) => call(0, { arguments: piece })),
    ]);
    expect(content).toMatchObject([{ input: { text } }]);
  });

  it("ends with an error if a call has no name", async () => {
    const error = await failureOf(readDeltas([call(0, { arguments: "{}" }, { id: "call_a" })]));
    expect(error).toBeInstanceOf(UpstreamError);
    expect(String(error)).toContain("call 0 has no name");
  });

  it("is complete without [DONE] after a finish_reason, and cut without both", async () => {
    const said = [{ content: "Hello" }];
    expect(assembleMessage(await readStream(chunksOf(said))).content).toEqual([{ type: "text", text: "Hello" }]);
    expect(await failureOf(readStream(chunksOf(said, { finish: null })))).toMatchObject({ status: 502 });
    const done = await readStream(`${chunksOf(said, { finish: null })}data: [DONE]\n\n`);
    expect(assembleMessage(done).stop_reason).toBe("end_turn");
  });

  it("without any choice is an error", async () => {
    const empty = 'data: {"choices":[]}\n\ndata: [DONE]\n\n';
    const error = await failureOf(readStream(empty));
    expect(error).toMatchObject({ status: 502 });
    expect(String(error)).toContain("it has no choices");
  });

  it.each([
    [{ error: { message: "Slow down.", code: 429 } }, 429, "rate_limit_error"],
    [{ error: { message: "Slow down.", type: "rate_limit_exceeded", code: null } }, 429, "rate_limit_error"],
    [{ error: "It broke." }, 502, "api_error"],
    [{ error: { message: "Overloaded.", code: 502 }, choices: [] }, 502, "api_error"],
  ])("reports an error inside of it: %j", async (chunk, status, type) => {
    const text = chunksOf([{ content: "Hel" }], { finish: null, more: [chunk] });
    expect(await failureOf(readStream(text))).toMatchObject({ status, body: { error: { type } } });
  });

  it("gives its usage in the last chunk, beside the end, or in Groq's field", async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 6 } };
    for (const more of [[{ choices: [], usage }], [{ choices: [{ index: 0, delta: {} }], x_groq: { usage } }]]) {
      const events = await readStream(chunksOf([{ content: "Hello" }], { more }));
      expect(assembleMessage(events).usage).toMatchObject({
        input_tokens: 4,
        cache_read_input_tokens: 6,
        output_tokens: 4,
      });
    }
  });

  it("that is one JSON object is read as one", async () => {
    const message = await callRaw({ text: JSON.stringify(whole({ content: "Hello" })) }, async (upstream) => {
      const events = [];
      const call = callOf({ model: "m", messages: [{ role: "user", content: "Go" }], stream: true });
      for await (const event of await upstream.doStream(call)) events.push(event);
      return assembleMessage(events);
    });
    expect(message.content).toEqual([{ type: "text", text: "Hello" }]);
  });
});

describe("A whole answer of a chat server", () => {
  it.each([
    ["no choices", { choices: [] }],
    ["null", { choices: null }],
    ["a choice without a message", { choices: [{ index: 0 }] }],
    ["a call without a name", whole({ tool_calls: [{ id: "call_a", function: { arguments: "{}" } }] })],
  ])("with %s is an error of the upstream", async (_problem, answer) => {
    expect(await failureOf(readWhole(answer))).toMatchObject({ status: 502, body: { error: { type: "api_error" } } });
  });

  it("that is an error with status 200 is the error", async () => {
    const error = await failureOf(readWhole({ error: { message: "No credits.", code: 402 } }));
    expect(error).toMatchObject({ status: 402, body: { error: { type: "billing_error", message: "No credits." } } });
  });

  it("may have calls without ids, with objects as arguments, and the deprecated function_call", async () => {
    const calls = [
      { function: { name: "look", arguments: { x: 1 } } },
      { function: { name: "look", arguments: null } },
    ];
    expect((await readWhole(whole({ content: null, tool_calls: calls }))).content).toMatchObject([
      { id: "call_0", input: { x: 1 } },
      { id: "call_1", input: {} },
    ]);
    const old = whole({ content: null, tool_calls: null, function_call: { name: "look", arguments: "{}" } });
    expect((await readWhole(old)).content).toMatchObject([{ type: "tool_use", name: "look", input: {} }]);
  });

  it("may write its content as parts", async () => {
    const content = [
      { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
      { type: "text", text: "Hello" },
    ];
    expect((await readWhole(whole({ content }))).content).toMatchObject([
      { type: "thinking", thinking: "Hm." },
      { type: "text", text: "Hello" },
    ]);
  });

  it.each([
    ["stop", {}, "end_turn"],
    ["length", {}, "max_tokens"],
    ["content_filter", {}, "refusal"],
    ["stop", { tool_calls: [{ id: "a", function: { name: "look", arguments: "{}" } }] }, "tool_use"],
    [null, {}, "end_turn"],
  ])("that finished by %s gives the reason %j %s", async (finish, message, expected) => {
    expect((await readWhole(whole({ content: "Hello", ...message }, finish))).stop_reason).toBe(expected);
  });

  it("reports which stop sequence was hit, if the server does", async () => {
    const answer = whole({ content: "Hello" });
    const choices = answer.choices.map((choice) => ({ ...choice, stop_reason: "END" }));
    expect(await readWhole({ ...answer, choices })).toMatchObject({
      stop_reason: "stop_sequence",
      stop_sequence: "END",
    });
  });

  it("that refuses says why", async () => {
    expect(await readWhole(whole({ content: null, refusal: "I cannot help with that." }))).toMatchObject({
      content: [],
      stop_reason: "refusal",
      stop_details: { explanation: "I cannot help with that." },
    });
  });

  it("that the server gave up is an error", async () => {
    const error = await failureOf(readWhole(whole({ content: "Hel" }, "insufficient_system_resource")));
    expect(error).toMatchObject({ status: 529, isRetryable: true });
  });

  it.each([
    [{ prompt_tokens: 10, completion_tokens: 4, prompt_cache_hit_tokens: 6 }, 4, 6],
    [{ prompt_tokens: 10, completion_tokens: 4, cached_tokens: 6 }, 4, 6],
    [{ prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: null }, 10, 0],
    [{ prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 99 } }, 0, 10],
    [{ prompt_tokens: -1, completion_tokens: "4" }, 0, 0],
    [null, 0, 0],
  ])("counts its tokens: %j", async (usage, input, cached) => {
    const message = await readWhole(whole({ content: "Hello" }, "stop", { usage }));
    expect(message.usage).toMatchObject({ input_tokens: input, cache_read_input_tokens: cached });
  });
});

describe("W-OC6: An error of a chat server", () => {
  const failure = (status: number, body: object | string, headers: Readonly<Record<string, string>> = {}) =>
    failureOf(
      callRaw({ status, headers, text: typeof body === "string" ? body : JSON.stringify(body) }, (upstream) =>
        upstream.doGenerate(callOf({ model: "m", messages: [{ role: "user", content: "Go" }] })),
      ),
    );

  it("keeps its code and the field that it names", async () => {
    const error = { message: "No such model.", type: "invalid_request_error", code: "model_not_found", param: "model" };
    expect(await failure(404, { error })).toMatchObject({
      status: 404,
      body: { error: { type: "not_found_error", details: { error_code: "model_not_found", param: "model" } } },
    });
  });

  it("about a full context says what clients look for", async () => {
    const message =
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130514 tokens.";
    expect(await failure(400, { error: { message, code: "context_length_exceeded" } })).toMatchObject({
      status: 400,
      body: { error: { message: "prompt is too long: 130514 tokens > 128000 maximum" } },
    });
    expect(await failure(400, { error: { message: "Too much.", code: "context_length_exceeded" } })).toMatchObject({
      body: { error: { message: "prompt is too long: Too much." } },
    });
  });

  it("about used-up quota is not tried again", async () => {
    const error = { message: "Pay.", type: "insufficient_quota", code: "insufficient_quota" };
    expect(await failure(429, { error })).toMatchObject({
      status: 402,
      isRetryable: false,
      body: { error: { type: "billing_error" } },
    });
  });

  it("of an overloaded server may be tried again after the time that it asks for", async () => {
    expect(await failure(503, { error: { message: "Loading model" } }, { "retry-after-ms": "1500" })).toMatchObject({
      isRetryable: true,
      retryAfterSeconds: 1.5,
      body: { error: { type: "overloaded_error" } },
    });
  });

  it("that is a page of HTML is not shown to anybody", async () => {
    const error = await failure(500, "<html><body>nginx</body></html>");
    expect(error).toMatchObject({ status: 500, body: { error: { type: "api_error" } } });
    expect(String(error)).not.toContain("nginx");
  });

  it.each([
    ["Failed to deserialize", "Failed to deserialize"],
    [{ object: "error", message: "Unexpected item." }, "Unexpected item."],
    [{ error: "model not found" }, "model not found"],
    [
      { detail: [{ loc: ["body", "x"], msg: "Extra inputs are not permitted" }] },
      "body.x: Extra inputs are not permitted",
    ],
  ])("is reported in the server's words, whatever their format: %j", async (body, words) => {
    expect(await failure(400, body)).toMatchObject({ body: { error: { message: words } } });
  });
});
