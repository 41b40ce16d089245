import OpenAI from "openai";
import { eventsOf } from "../../src/testing/responses-api/responses-answer.ts";
import type { Answered, Asked, Call, Choice, End, OfferedTool, Part, Step, Wire } from "./exchange.ts";
import { defined, isFunction, sentEvents } from "./exchange.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Body {
  readonly instructions?: string;
  readonly input: readonly Fields[];
  readonly tools?: readonly Fields[];
  readonly [field: string]: unknown;
}

/** OpenAI's Responses API, without kept responses. */
export const responsesWire: Wire = {
  path: "/v1/responses",
  writeRequest: (asked) => ({
    model: "claude-opus-4-5",
    store: false,
    input: asked.steps.flatMap(writeStep),
    ...defined({
      instructions: asked.system,
      tools: asked.tools?.map(writeTool),
      tool_choice: writeChoice(asked.choice),
      parallel_tool_calls: asked.isSerial === true ? false : undefined,
      text: asked.schema && { format: { type: "json_schema", name: "answer", schema: asked.schema, strict: true } },
      reasoning: asked.effort && { effort: asked.effort, summary: "auto" },
      include: asked.effort && ["reasoning.encrypted_content"],
      max_output_tokens: asked.limit,
      safety_identifier: asked.user,
      prompt_cache_key: asked.cacheKey,
      metadata: asked.metadata,
    }),
  }),
  readRequest: (body: Body) => {
    const [first, ...rest] = body.input;
    // The AI SDK's package sends the system prompt as a message.
    const hasSystem = first?.["role"] === "system" || first?.["role"] === "developer";
    return defined({
      system: hasSystem ? (first?.["content"] as string) : body.instructions,
      steps: readItems(hasSystem ? rest : body.input),
      tools: body.tools?.map(readTool),
      choice: readChoice(body["tool_choice"]),
      isSerial: body["parallel_tool_calls"] === false ? true : undefined,
      schema: (body["text"] as { format?: { schema?: object } } | undefined)?.format?.schema,
      effort: (body["reasoning"] as { effort?: string } | undefined)?.effort,
      limit: body["max_output_tokens"],
      user: body["safety_identifier"],
      cacheKey: body["prompt_cache_key"],
      metadata: body["metadata"],
    }) as unknown as Asked;
  },
  writeAnswer(answered, { stream }, number) {
    const response = writeResponse(answered, number);
    return stream === true ? sentEvents(eventsOf(response)) : Response.json(response);
  },
  async readAnswer(url, body, isStreaming) {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });
    const request = body as OpenAI.Responses.ResponseCreateParamsNonStreaming;
    const response = isStreaming ? await finalOf(client, request) : await client.responses.create(request);
    return { ...readResponse(response), items: response.output };
  },
};

/** The response of the last event: the SDK's helper knows only `response.completed`. */
async function finalOf(
  client: OpenAI,
  request: OpenAI.Responses.ResponseCreateParamsNonStreaming,
): Promise<OpenAI.Responses.Response> {
  let last: OpenAI.Responses.Response | undefined;
  for await (const event of await client.responses.create({ ...request, stream: true })) {
    if (event.type === "response.completed" || event.type === "response.incomplete") last = event.response;
  }
  if (last === undefined) throw new Error("The stream has no end.");
  return last;
}

function writeStep(step: Step): readonly object[] {
  if ("received" in step) return step.received;
  if ("user" in step) return [{ role: "user", content: step.user.map(writePart) }];
  if ("result" in step) {
    const type = step.isCustom === true ? "custom_tool_call_output" : "function_call_output";
    return [{ type, call_id: step.of, output: step.result.map(writePart) }];
  }
  const said =
    step.text === undefined ? [] : [{ role: "assistant", content: [{ type: "output_text", text: step.text }] }];
  return [...said, ...(step.calls ?? []).map(writeCall)];
}

function writePart(part: Part): object {
  if ("text" in part) return { type: "input_text", text: part.text };
  if ("image" in part) return { type: "input_image", image_url: part.image, detail: "auto" };
  return { type: "input_file", filename: part.file.name, file_data: part.file.dataUrl };
}

function writeCall({ id, name, input }: Call): Fields {
  return typeof input === "string"
    ? { type: "custom_tool_call", call_id: id, name, input }
    : { type: "function_call", call_id: id, name, arguments: JSON.stringify(input) };
}

/** Items of one answer are one step, as in the other formats. */
function readItems(items: readonly Fields[]): readonly Step[] {
  const steps: Step[] = [];
  let answer: { thought?: object; text?: string; calls?: Call[] } | undefined;
  const answerOf = () => {
    if (answer !== undefined) return answer;
    answer = {};
    steps.push(answer as Step);
    return answer;
  };
  for (const item of items) {
    const type = item["type"] ?? "message";
    if (type === "reasoning") {
      const summary = item["summary"] as readonly { text: string }[];
      answerOf().thought = { text: summary.map(({ text }) => text).join(""), proof: item["encrypted_content"] };
    } else if (type === "function_call" || type === "custom_tool_call") {
      const open = answerOf();
      open.calls = [...(open.calls ?? []), readCall(item)];
    } else if (type === "message" && item["role"] === "assistant") {
      answerOf().text = partsOf(item["content"])
        .map((part) => ("text" in part ? part.text : ""))
        .join("");
    } else {
      answer = undefined;
      if (type === "message") steps.push({ user: partsOf(item["content"]) });
      else {
        const isCustom = type === "custom_tool_call_output" ? { isCustom: true } : {};
        steps.push({ result: partsOf(item["output"]), of: item["call_id"] as string, ...isCustom });
      }
    }
  }
  return steps;
}

function partsOf(content: unknown): readonly Part[] {
  if (typeof content === "string") return [{ text: content }];
  return (content as readonly Fields[]).map((part): Part => {
    if (part["type"] === "input_image") return { image: part["image_url"] as string };
    if (part["type"] !== "input_file") return { text: (part["text"] ?? part["refusal"]) as string };
    return { file: { name: part["filename"] as string, dataUrl: part["file_data"] as string } };
  });
}

function readCall(item: Fields): Call {
  const input = item["type"] === "custom_tool_call" ? item["input"] : JSON.parse(item["arguments"] as string);
  return { id: item["call_id"] as string, name: item["name"] as string, input: input as object };
}

function writeTool(tool: OfferedTool): object {
  const { name, description } = tool;
  if (isFunction(tool)) {
    return { type: "function", name, description, parameters: tool.schema, strict: tool.isStrict === true };
  }
  const format = tool.grammar === undefined ? undefined : { type: "grammar", ...tool.grammar };
  return { type: "custom", name, description, ...(format && { format }) };
}

function readTool({ type, name, description, parameters, strict, format }: Fields): OfferedTool {
  if (type === "custom") {
    const { syntax, definition } = (format ?? {}) as { syntax?: "lark"; definition?: string };
    const grammar = syntax === undefined ? undefined : { syntax, definition };
    return { name, description, grammar } as unknown as OfferedTool;
  }
  return defined({
    name,
    description,
    schema: parameters,
    isStrict: strict === true ? true : undefined,
  }) as unknown as OfferedTool;
}

function writeChoice(choice: Choice | undefined): unknown {
  if (typeof choice !== "object") return choice;
  if ("tool" in choice) return { type: choice.isCustom === true ? "custom" : "function", name: choice.tool };
  return {
    type: "allowed_tools",
    mode: choice.mode,
    tools: choice.allowed.map((name) => ({ type: "function", name })),
  };
}

function readChoice(choice: unknown): Choice | undefined {
  if (choice === "none" || choice === "required") return choice;
  if (typeof choice !== "object" || choice === null) return undefined;
  const {
    type,
    name = "",
    mode = "auto",
    tools = [],
  } = choice as {
    type: string;
    name?: string;
    mode?: "auto";
    tools?: { name: string }[];
  };
  if (type === "allowed_tools") return { allowed: tools.map((tool) => tool.name), mode };
  return type === "custom" ? { tool: name, isCustom: true } : { tool: name };
}

function writeResponse({ thought, text, refusal, calls = [], end, usage }: Answered, number: number): Fields {
  const status = end === "length" || (end === "refusal" && refusal === undefined) ? "incomplete" : "completed";
  const reason = end === "length" ? "max_output_tokens" : "content_filter";
  const part =
    refusal === undefined ? { type: "output_text", text, annotations: [], logprobs: [] } : { type: "refusal", refusal };
  return {
    id: `resp_${number}`,
    object: "response",
    created_at: 1_700_000_000,
    status,
    error: null,
    incomplete_details: status === "incomplete" ? { reason } : null,
    model: "claude-opus-4-5",
    output: [
      ...(thought === undefined
        ? []
        : [
            {
              type: "reasoning",
              id: `rs_${number}`,
              summary: [{ type: "summary_text", text: thought.text }],
              ...(thought.proof !== undefined && { encrypted_content: thought.proof }),
            },
          ]),
      ...(text === undefined && refusal === undefined
        ? []
        : [{ type: "message", id: `msg_${number}`, role: "assistant", status, content: [part] }]),
      ...calls.map((call, index) => ({ id: `fc_${number}_${index}`, status, ...writeCall(call) })),
    ],
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
  };
}

function readResponse({ output, status, incomplete_details: details, usage }: OpenAI.Responses.Response): Answered {
  const parts = output.flatMap((item) => (item.type === "message" ? item.content : []));
  const texts = parts.flatMap((part) => (part.type === "output_text" ? [part.text] : []));
  const refusals = parts.flatMap((part) => (part.type === "refusal" ? [part.refusal] : []));
  const calls = (output as unknown as readonly Fields[])
    .filter(({ type }) => type === "function_call" || type === "custom_tool_call")
    .map(readCall);
  const thought = output.find((item) => item.type === "reasoning");
  const summary = thought?.summary.map(({ text }) => text).join("");
  const cut: End = details?.reason === "content_filter" ? "refusal" : "length";
  const end: End = refusals.length > 0 ? "refusal" : calls.length > 0 ? "calls" : "stop";
  return defined({
    thought: summary === undefined ? undefined : { text: summary },
    text: texts.length === 0 ? undefined : texts.join(""),
    refusal: refusals[0],
    calls: calls.length === 0 ? undefined : calls,
    end: status === "incomplete" ? cut : end,
    usage: {
      input: usage?.input_tokens ?? 0,
      cached: usage?.input_tokens_details.cached_tokens ?? 0,
      output: usage?.output_tokens ?? 0,
    },
  }) as Answered;
}
