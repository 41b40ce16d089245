import OpenAI from "openai";
import type { Asked, Call, Choice, End, OfferedTool, Part, Step, Wire } from "./exchange.ts";
import { defined, inPieces, isFunction, sentEvents } from "./exchange.ts";

type Fields = Readonly<Record<string, unknown>>;

interface ChatCall {
  readonly id: string;
  readonly type: string;
  readonly function?: { readonly name: string; readonly arguments: string };
  readonly custom?: { readonly name: string; readonly input: string };
}

interface ChatMessage {
  readonly role: string;
  readonly content?: string | null | readonly Fields[];
  readonly tool_calls?: readonly ChatCall[];
  readonly tool_call_id?: string;
  readonly reasoning_content?: string;
  readonly refusal?: string | null;
}

interface Body {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly Fields[];
  readonly [field: string]: unknown;
}

interface Completion {
  readonly choices: readonly { readonly message: ChatMessage; readonly finish_reason: string }[];
  readonly usage: ChatUsage;
}

interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details: { readonly cached_tokens: number };
}

const ends: Readonly<Record<End, string>> = {
  stop: "stop",
  stop_sequence: "stop",
  length: "length",
  calls: "tool_calls",
  refusal: "content_filter",
};

/** OpenAI's Chat Completions. */
export const chatWire: Wire = {
  path: "/v1/chat/completions",
  writeRequest: (asked) => ({
    model: "claude-opus-4-5",
    messages: [
      ...(asked.system === undefined ? [] : [{ role: "system", content: asked.system }]),
      ...asked.steps.flatMap(writeStep),
    ],
    ...defined({
      tools: asked.tools?.map(writeTool),
      tool_choice: writeChoice(asked.choice),
      parallel_tool_calls: asked.isSerial === true ? false : undefined,
      response_format: asked.schema && {
        type: "json_schema",
        json_schema: { name: "answer", schema: asked.schema, strict: true },
      },
      reasoning_effort: asked.effort,
      max_completion_tokens: asked.limit,
      stop: asked.stops,
      safety_identifier: asked.user,
      prompt_cache_key: asked.cacheKey,
      metadata: asked.metadata,
    }),
  }),
  readRequest: (body: Body) => {
    const [first, ...rest] = body.messages;
    const hasSystem = first?.role === "system" || first?.role === "developer";
    const format = body["response_format"] as { json_schema?: { schema: object } } | undefined;
    return defined({
      system: hasSystem ? (first?.content as string) : undefined,
      steps: (hasSystem ? rest : body.messages).map(readMessage),
      tools: body.tools?.map(readTool),
      choice: readChoice(body["tool_choice"]),
      isSerial: body["parallel_tool_calls"] === false ? true : undefined,
      schema: format?.json_schema?.schema,
      effort: body["reasoning_effort"],
      limit: body["max_completion_tokens"] ?? body["max_tokens"],
      stops: body["stop"],
      user: body["safety_identifier"] ?? body["user"],
      cacheKey: body["prompt_cache_key"],
      metadata: body["metadata"],
    }) as unknown as Asked;
  },
  writeAnswer(answered, { stream }, number) {
    const { thought, text, refusal, calls = [], end, usage: used } = answered;
    const usage: ChatUsage & Fields = {
      prompt_tokens: used.input,
      completion_tokens: used.output,
      total_tokens: used.input + used.output,
      prompt_tokens_details: { cached_tokens: used.cached },
    };
    const head = { id: `chatcmpl-${number}`, created: 1_700_000_000, model: "claude-opus-4-5" };
    // A refusal in the model's words is an ordinary end for OpenAI.
    const finish_reason = refusal === undefined ? ends[end] : "stop";
    const tool_calls = calls.map(writeCall);
    if (stream !== true) {
      const message = {
        role: "assistant",
        content: text ?? null,
        refusal: refusal ?? null,
        ...(thought !== undefined && { reasoning_content: thought.text }),
        ...(calls.length > 0 && { tool_calls }),
      };
      return Response.json({
        ...head,
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason }],
        usage,
      });
    }
    const chunk = (delta: object, finish: string | null = null) => ({
      ...head,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    const chunks = [
      chunk({ role: "assistant", content: "" }),
      ...inPieces(thought?.text ?? "").map((reasoning_content) => chunk({ reasoning_content })),
      ...inPieces(text ?? "").map((content) => chunk({ content })),
      ...inPieces(refusal ?? "").map((piece) => chunk({ refusal: piece })),
      ...tool_calls.flatMap(callChunks).map(chunk1),
      chunk({}, finish_reason),
      { ...head, object: "chat.completion.chunk", choices: [], usage },
    ];
    function chunk1(call: object): object {
      return chunk({ tool_calls: [call] });
    }
    return sentEvents(chunks as object[] as { type?: string }[], "data: [DONE]\n\n");
  },
  async readAnswer(url, body, isStreaming) {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "key", maxRetries: 0 });
    const request = body as OpenAI.ChatCompletionCreateParamsNonStreaming;
    const { choices, usage } = (isStreaming
      ? await collect(client, request)
      : await client.chat.completions.create(request)) as unknown as Completion;
    const [{ message, finish_reason: reason }] = choices as [Completion["choices"][number]];
    const calls = message.tool_calls?.map(readCall);
    return defined({
      thought: message.reasoning_content === undefined ? undefined : { text: message.reasoning_content },
      text: message.content ?? undefined,
      refusal: message.refusal ?? undefined,
      calls,
      end: message.refusal ? "refusal" : ((Object.keys(ends) as End[]).find((end) => ends[end] === reason) ?? "stop"),
      usage: {
        input: usage.prompt_tokens,
        cached: usage.prompt_tokens_details.cached_tokens,
        output: usage.completion_tokens,
      },
      items: [message],
    }) as never;
  },
};

function writeStep(step: Step): readonly object[] {
  if ("received" in step) return step.received;
  if ("user" in step) return [{ role: "user", content: step.user.map(writePart) }];
  if ("result" in step) return [{ role: "tool", tool_call_id: step.of, content: step.result.map(writePart) }];
  const { text, calls } = step;
  return [
    { role: "assistant", content: text ?? null, ...(calls !== undefined && { tool_calls: calls.map(writeCall) }) },
  ];
}

function writePart(part: Part): object {
  if ("text" in part) return { type: "text", text: part.text };
  if ("image" in part) return { type: "image_url", image_url: { url: part.image } };
  return { type: "file", file: { filename: part.file.name, file_data: part.file.dataUrl } };
}

function writeCall({ id, name, input }: Call): ChatCall {
  return typeof input === "string"
    ? { id, type: "custom", custom: { name, input } }
    : { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
}

function callChunks(call: ChatCall, index: number): readonly object[] {
  const { id, type } = call;
  const field = call.custom === undefined ? "arguments" : "input";
  const text = call.custom?.input ?? call.function?.arguments ?? "";
  const name = call.custom?.name ?? call.function?.name;
  return [
    { index, id, type, [type]: { name, [field]: "" } },
    ...inPieces(text).map((piece) => ({ index, [type]: { [field]: piece } })),
  ];
}

function readMessage(message: ChatMessage): Step {
  const { role, content, tool_calls: calls, tool_call_id: of = "" } = message;
  if (role === "assistant") {
    return defined({
      ...(message.reasoning_content !== undefined && { thought: { text: message.reasoning_content } }),
      text: (content ?? undefined) as string | undefined,
      calls: calls?.map(readCall),
    }) as Step;
  }
  return role === "tool" ? { result: partsOf(content), of } : { user: partsOf(content) };
}

function partsOf(content: ChatMessage["content"]): readonly Part[] {
  if (typeof content === "string") return [{ text: content }];
  return (content ?? []).map((part): Part => {
    if (part["type"] === "text") return { text: part["text"] as string };
    if (part["type"] === "image_url") return { image: (part["image_url"] as { url: string }).url };
    const { filename, file_data } = part["file"] as { filename: string; file_data: string };
    return { file: { name: filename, dataUrl: file_data } };
  });
}

function readCall({ id, function: called, custom }: ChatCall): Call {
  if (custom !== undefined) return { id, name: custom.name, input: custom.input };
  return { id, name: called?.name ?? "", input: JSON.parse(called?.arguments ?? "") as object };
}

function writeTool(tool: OfferedTool): object {
  const { name, description } = tool;
  if (isFunction(tool)) {
    const strict = tool.isStrict === true ? { strict: true } : {};
    return { type: "function", function: { name, description, parameters: tool.schema, ...strict } };
  }
  const format = tool.grammar === undefined ? undefined : { type: "grammar", grammar: tool.grammar };
  return { type: "custom", custom: { name, description, ...(format && { format }) } };
}

function readTool(tool: Fields): OfferedTool {
  const custom = tool["custom"] as { name: string; description: string; format?: { grammar: never } } | undefined;
  if (custom !== undefined) {
    return { name: custom.name, description: custom.description, grammar: custom.format?.grammar };
  }
  const { name, description, parameters, strict } = tool["function"] as Fields;
  return defined({ name, description, schema: parameters, isStrict: strict }) as unknown as OfferedTool;
}

function writeChoice(choice: Choice | undefined): unknown {
  if (typeof choice !== "object") return choice;
  if ("tool" in choice) {
    const type = choice.isCustom === true ? "custom" : "function";
    return { type, [type]: { name: choice.tool } };
  }
  const tools = choice.allowed.map((name) => ({ type: "function", function: { name } }));
  return { type: "allowed_tools", allowed_tools: { mode: choice.mode, tools } };
}

function readChoice(choice: unknown): Choice | undefined {
  if (choice === "none" || choice === "required") return choice;
  if (typeof choice !== "object" || choice === null) return undefined;
  const {
    function: called,
    custom,
    allowed_tools: allowed,
  } = choice as Record<string, { name?: string; mode?: "auto"; tools?: { function: { name: string } }[] }>;
  if (allowed !== undefined) {
    return { allowed: (allowed.tools ?? []).map((tool) => tool.function.name), mode: allowed.mode ?? "auto" };
  }
  return custom === undefined ? { tool: called?.name ?? "" } : { tool: custom.name ?? "", isCustom: true };
}

/** The SDK's own helper puts only known fields together, so this reads the chunks. */
async function collect(client: OpenAI, request: OpenAI.ChatCompletionCreateParams): Promise<object> {
  const stream = await client.chat.completions.create({
    ...request,
    stream: true,
    stream_options: { include_usage: true },
  });
  const texts = new Map<string, string>();
  const calls: Record<string, unknown>[] = [];
  const reasoning_details: unknown[] = [];
  let finish_reason: unknown;
  let usage: unknown;
  const add = (field: string, piece: unknown) => {
    if (typeof piece === "string" && piece !== "") texts.set(field, (texts.get(field) ?? "") + piece);
  };
  for await (const { choices, usage: used } of stream) {
    usage = used ?? usage;
    const [choice] = choices;
    if (choice === undefined) continue;
    finish_reason = choice.finish_reason ?? finish_reason;
    const { tool_calls: deltas = [], ...delta } = choice.delta as unknown as {
      tool_calls?: ({ index: number } & Fields)[];
    } & Fields;
    for (const field of ["content", "reasoning_content", "refusal"]) add(field, delta[field]);
    reasoning_details.push(...((delta["reasoning_details"] ?? []) as unknown[]));
    for (const { index, ...fields } of deltas) calls[index] = mergeCall(calls[index] ?? {}, fields);
  }
  const message = {
    role: "assistant",
    content: null,
    ...Object.fromEntries(texts),
    ...(reasoning_details.length > 0 && { reasoning_details }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return { choices: [{ message, finish_reason }], usage };
}

function mergeCall(known: Record<string, unknown>, delta: Fields): Record<string, unknown> {
  const merged = { ...known };
  for (const [field, value] of Object.entries(delta)) {
    const before = merged[field];
    if (typeof before === "string" && (field === "arguments" || field === "input"))
      merged[field] = before + String(value);
    else if (typeof before === "object" && before !== null)
      merged[field] = mergeCall(before as Record<string, unknown>, value as Fields);
    else merged[field] = value;
  }
  return merged;
}
