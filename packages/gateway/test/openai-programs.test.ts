import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../src/answer/create-answer-request.ts";
import { withPrograms } from "../src/programs/with-programs.ts";
import { createGateway } from "../src/server/create-gateway.ts";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { useOpenAiGateway } from "../src/testing/openai/openai-gateway.ts";
import { asking, callsIn, writesProgram as writes } from "../src/testing/openai/program-items.ts";
import { serve } from "../src/testing/serve.ts";
import { searchThenCall } from "../src/testing/strict/call-when-visible.ts";
import { startStrictUpstream } from "../src/testing/strict/start-strict-upstream.ts";
import { useClosers } from "../src/testing/use-closers.ts";

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Item = OpenAI.Responses.ResponseInputItem;
type Output = OpenAI.Responses.Response["output"][number];
type Call = OpenAI.Responses.ResponseFunctionToolCall;

const closers = useClosers();
const start = useOpenAiGateway();
const getOrder = {
  type: "function",
  name: "get_order",
  description: "Gets an order.",
  parameters: {
    type: "object",
    properties: { id: { type: "number" } },
    required: ["id"],
    additionalProperties: false,
  },
  strict: true,
  allowed_callers: ["programmatic"],
  output_schema: { type: "object", properties: { total: { type: "number" } }, required: ["total"] },
} as unknown as OpenAI.Responses.FunctionTool;
const tools: OpenAI.Responses.Tool[] = [{ type: "programmatic_tool_calling" }, getOrder];
const question = { role: "user", content: "Which orders are large?" } as Item;
const code = `const orders = await Promise.all([1, 2, 3].map((id) => tools.get_order({ id })));
const { total } = await tools.get_order({ id: 4 });
text([...orders.map((order) => order.total), total].filter((each) => each > 15));`;
const lastWords = "Three orders are large.";

const answerOf = ({ call_id, arguments: given, caller }: Call): Item =>
  ({
    type: "function_call_output",
    call_id,
    output: JSON.stringify({ total: (JSON.parse(given) as { id: number }).id * 10 }),
    caller,
  }) as Item;
/** Asks until the model is done, and answers the calls of programs. */
async function converse(ask: (request: Request) => Promise<OpenAI.Responses.Response>, given: Partial<Request> = {}) {
  const input: Item[] = [question];
  const outputs: Output[][] = [];
  for (;;) {
    const { output } = await ask({ model: "m", store: false, tools, ...given, input: [...input] });
    outputs.push(output);
    input.push(...(output as Item[]));
    const calls = callsIn(output);
    if (calls.length === 0) return { outputs, input };
    input.push(...calls.map(answerOf));
  }
}

describe.each(["anthropic", "openai-chat", "openai-responses"] as const)(
  "with an upstream of the dialect %s",
  (dialect) => {
    it.each([false, true])(
      "W-R33: OpenAI's SDK drives a program, which gets values and resumes by what the client sends back, streaming %s",
      async (isStreaming) => {
        const model = searchThenCall({
          search: { query: "orders" },
          wanted: { name: "code_execution", input: { code } },
          result: "[20,30,40]",
          lastWords,
        });
        const upstream = await startStrictUpstream(dialect, model);
        const { url, close } = await startGateway({ upstreamUrl: upstream.url, dialect, loader: "eager" });
        closers.push(upstream.close, close);
        const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });
        const ask = asking(client, isStreaming);
        const { outputs, input } = await converse(ask);

        const program = outputs[0]?.[0] as OpenAI.Responses.ResponseOutputItem.Program;
        expect(program).toMatchObject({ type: "program", code, fingerprint: expect.stringMatching(/^container_/) });
        const caller = { type: "program", caller_id: program.call_id };
        const call = (id: number) => ({ type: "function_call", name: "get_order", arguments: `{"id":${id}}`, caller });
        expect(outputs).toMatchObject([
          [{ type: "program" }, call(1), call(2), call(3)],
          [call(4)],
          [
            { type: "program_output", call_id: program.call_id, result: "[20,30,40]", status: "completed" },
            { type: "message", content: [{ text: lastWords }] },
          ],
        ]);
        expect(upstream.bodies).toHaveLength(2);
        // The model reads the program and what it printed, and nothing of what it called.
        expect(JSON.stringify(upstream.bodies[1])).not.toMatch(/total\\*":10|program_output|fingerprint|output_schema/);

        await ask({ model: "m", store: false, tools, input: [...input, { role: "user", content: "Sure?" } as Item] });
        expect(upstream.readings.map(({ partsLost }) => partsLost)).toEqual([0, 0, 0]);
        expect(upstream.rejected).toEqual([]);
      },
    );
  },
);

describe("a program of the Responses API", () => {
  it("goes on from a response that the gateway keeps, beside a message of the user", async () => {
    const { client, bodies, rejected } = await start(writes(code));
    const first = await client.responses.create({ model: "m", tools, input: [question] });
    const second = await client.responses.create({
      model: "m",
      tools,
      previous_response_id: first.id,
      input: callsIn(first.output).map(answerOf),
    });
    const third = await client.responses.create({
      model: "m",
      tools,
      previous_response_id: second.id,
      input: [...callsIn(second.output).map(answerOf), { role: "user", content: "Be quick." }],
    });

    expect(third.output_text).toContain("[20,30,40]");
    expect(bodies().at(-1)?.["messages"]).toMatchObject([
      { role: "user" },
      { role: "assistant", content: [{ type: "tool_use", name: "code_execution" }] },
      { role: "user", content: [{ type: "tool_result" }, { type: "text", text: "Be quick." }] },
    ]);
    expect(rejected).toEqual([]);
  });

  it("can be forced once, and gets an error when a result does not match its schema", async () => {
    const { client, bodies } = await start(writes(`return await tools.get_order({ id: 1 }).catch(String);`));
    const request: Request = {
      model: "m",
      store: false,
      tools,
      tool_choice: { type: "programmatic_tool_calling" },
      input: [question],
    };
    const { output } = await client.responses.create(request);
    const wrong = callsIn(output).map((call) => ({ ...answerOf(call), output: '{"total":"much"}' }) as Item);
    const { output_text: said } = await client.responses.create({
      ...request,
      input: [question, ...(output as Item[]), ...wrong],
    });

    expect(said).toContain("does not match its output_schema");
    expect(bodies().map(({ tool_choice: choice }) => choice)).toEqual([
      { type: "tool", name: "code_execution" },
      { type: "auto" },
    ]);
  });

  it("reads the text of a result with other parts, which are named in it", async () => {
    const { client } = await start(writes(`return await tools.get_page({ id: 1 });`));
    const getPage = {
      type: "function",
      name: "get_page",
      parameters: { type: "object" },
      allowed_callers: ["programmatic"],
    };
    const request = { model: "m", store: false, tools: [tools[0], getPage] as OpenAI.Responses.Tool[] };
    const { output } = await client.responses.create({ ...request, input: [question] });
    const parts = [
      { type: "input_text", text: "Wall time: 1 s" },
      { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=", detail: "auto" },
    ];
    const results = callsIn(output).map(
      ({ call_id }) => ({ type: "function_call_output", call_id, output: parts }) as Item,
    );
    const { output_text: said } = await client.responses.create({
      ...request,
      input: [question, ...(output as Item[]), ...results],
    });

    expect(said).toContain("Wall time: 1 s\\n[image left out: programs read text]");
  });

  it("ends with an answer of the model, however often it writes programs", async () => {
    const { client, bodies } = await start((body) =>
      JSON.stringify(body).includes('"tool_choice":{"type":"none"}')
        ? [{ type: "text", text: "Enough." }]
        : [
            {
              type: "tool_use",
              id: `toolu_${body.messages.length}`,
              name: "code_execution",
              input: { code: "return 1;" },
            },
          ],
    );
    const { output_text: said } = await client.responses.create({ model: "m", store: false, tools, input: [question] });

    expect([said, bodies().length]).toEqual(["Enough.", 10]);
  });

  it.each<[string, (items: Item[]) => Item[], RegExp]>([
    ["without its program", (items) => items.filter(({ type }) => type !== "program"), /no program with this call_id/],
    [
      "with another fingerprint",
      (items) =>
        items.map((item) =>
          item.type === "program" ? { ...item, fingerprint: `container_s${"A".repeat(400)}` } : item,
        ),
      /modified, or belongs to another/,
    ],
    [
      "with other arguments",
      (items) => items.map((item) => (item.type === "function_call" ? { ...item, arguments: '{"id":9}' } : item)),
      /are not those that it made/,
    ],
  ])("is refused %s", async (_how, change, message) => {
    const { client } = await start(writes(code));
    const { output } = await client.responses.create({ model: "m", store: false, tools, input: [question] });
    const input = [question, ...change(output as Item[]), ...callsIn(output).map(answerOf)];

    await expect(client.responses.create({ model: "m", store: false, tools, input })).rejects.toThrow(message);
  });

  it("is another key's to no one", async () => {
    const { client, clientWith } = await start(writes(code));
    const { output } = await client.responses.create({ model: "m", store: false, tools, input: [question] });
    const input = [question, ...(output as Item[]), ...callsIn(output).map(answerOf)];

    await expect(clientWith("sk-other").responses.create({ model: "m", store: false, tools, input })).rejects.toThrow(
      /modified, or belongs to another/,
    );
  });

  it.each([
    ["the config leaves programs to it", "upstream"],
    ["no engine is installed", "auto"],
  ] as const)("passes to an upstream of the same API byte for byte, if %s", async (_why, programs) => {
    const seen: unknown[] = [];
    const upstream = await serve((_request, bytes, response) => {
      seen.push(JSON.parse(bytes.toString()));
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: "resp_1", object: "response", status: "completed", output: [] }));
    });
    const gateway = await createGateway(
      { upstreams: { test: { dialect: "openai-responses", url: `${upstream.url}/v1` } }, programs },
      { createAnswerRequest: () => withPrograms(createAnswerRequest(), { openRuntime: async () => undefined }) },
    );
    const { url } = await gateway.listen({ port: 0 });
    closers.push(upstream.close, () => gateway.close());
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });
    const request = { model: "m", store: false, tools, input: [question] };
    await client.responses.create(request);

    expect(seen).toEqual([request]);
  });
});
