import Anthropic from "@anthropic-ai/sdk";
import type { Answered, Asked, Call, End, OfferedTool, Part, Step, Wire } from "./exchange.ts";
import { defined, inPieces, isFunction, sentEvents } from "./exchange.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Body {
  readonly system?: string | readonly { readonly text: string }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Fields[] }[];
  readonly tools?: readonly Fields[];
  readonly tool_choice?: {
    readonly type: string;
    readonly name?: string;
    readonly disable_parallel_tool_use?: boolean;
  };
  readonly [field: string]: unknown;
}

const ends: Readonly<Record<End, string>> = {
  stop: "end_turn",
  stop_sequence: "stop_sequence",
  length: "max_tokens",
  calls: "tool_use",
  refusal: "refusal",
};

/** Anthropic's Messages API. */
export const messagesWire: Wire = {
  path: "/v1/messages",
  writeRequest: (asked) => ({
    model: "claude-opus-4-5",
    max_tokens: asked.limit ?? 1_000,
    messages: inTurns(asked.steps.map(writeStep)),
    ...defined({
      system: asked.system,
      tools: asked.tools?.filter(isFunction).map(({ name, description, schema, isStrict }) => ({
        name,
        description,
        input_schema: schema,
        ...(isStrict === true && { strict: true }),
      })),
      tool_choice: writeChoice(asked),
      stop_sequences: asked.stops,
      metadata: asked.user === undefined ? undefined : { user_id: asked.user },
      thinking: asked.effort === undefined ? undefined : { type: "adaptive" },
      output_config:
        asked.effort === undefined && asked.schema === undefined
          ? undefined
          : defined({
              effort: asked.effort,
              format: asked.schema && { type: "json_schema", schema: asked.schema },
            }),
    }),
  }),
  readRequest: (body: Body) =>
    defined({
      system: typeof body.system === "string" ? body.system : body.system?.map(({ text }) => text).join("\n\n"),
      steps: body.messages.flatMap(readMessage),
      tools: body.tools?.map(readTool),
      ...readChoice(body.tool_choice),
      schema: (body["output_config"] as { format?: { schema: object } } | undefined)?.format?.schema,
      effort: (body["output_config"] as { effort?: "low" } | undefined)?.effort,
      limit: body["max_tokens"] as number,
      stops: body["stop_sequences"] as string[] | undefined,
      user: (body["metadata"] as { user_id?: string } | undefined)?.user_id,
    }) as Asked,
  writeAnswer(answered, { stream }, number) {
    const { content, ...message } = writeMessage(answered, number);
    if (stream !== true) return Response.json({ ...message, content });
    const { usage, stop_reason, stop_details, ...start } = message;
    return sentEvents([
      {
        type: "message_start",
        message: { ...start, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
      },
      ...content.flatMap(blockEvents),
      {
        type: "message_delta",
        delta: defined({ stop_reason, stop_details }),
        usage: { output_tokens: usage.output_tokens },
      },
      { type: "message_stop" },
    ] as { type: string }[]);
  },
  async readAnswer(url, body, isStreaming) {
    const client = new Anthropic({ baseURL: url, apiKey: "key", maxRetries: 0 });
    const request = body as Anthropic.MessageCreateParamsNonStreaming;
    const message = isStreaming
      ? await client.messages.stream(request).finalMessage()
      : await client.messages.create(request);
    return { ...readContent(message), items: [{ role: "assistant", content: message.content }] };
  },
};

function writeStep(step: Step): object {
  if ("received" in step) return step.received[0] as object;
  if ("user" in step) return { role: "user", content: step.user.map(writePart) };
  if ("result" in step) {
    const content = step.result.map(writePart);
    return { role: "user", content: [{ type: "tool_result", tool_use_id: step.of, content }] };
  }
  const calls = (step.calls ?? []).map(({ id, name, input }) => ({ type: "tool_use", id, name, input }));
  const texts = step.text === undefined ? [] : [{ type: "text", text: step.text }];
  return { role: "assistant", content: [...texts, ...calls] };
}

/** The results of one answer's calls are one message. */
function inTurns(messages: readonly object[]): readonly object[] {
  const turns: { role: string; content: readonly object[] }[] = [];
  for (const message of messages as typeof turns) {
    const last = turns.at(-1);
    if (last?.role === "user" && message.role === "user") last.content = [...last.content, ...message.content];
    else turns.push({ ...message });
  }
  return turns;
}

function writePart(part: Part): object {
  if ("text" in part) return { type: "text", text: part.text };
  if ("image" in part) return { type: "image", source: sourceOf(part.image) };
  return { type: "document", title: part.file.name, source: sourceOf(part.file.dataUrl) };
}

function sourceOf(url: string): object {
  const [, media_type, data] = /^data:([^;]+);base64,(.*)$/.exec(url) ?? [];
  return data === undefined ? { type: "url", url } : { type: "base64", media_type, data };
}

function readMessage({ role, content }: Body["messages"][number]): readonly Step[] {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const of = (type: string) => blocks.filter((block) => block["type"] === type);
  if (role === "assistant") {
    const text = of("text")
      .map(({ text }) => text)
      .join("");
    const calls = of("tool_use").map(({ id, name, input }) => ({ id, name, input }) as Call);
    const [thought] = of("thinking");
    return [
      defined({
        ...(thought !== undefined && { thought: { text: thought["thinking"], proof: thought["signature"] } }),
        text: text === "" ? undefined : text,
        calls: calls.length === 0 ? undefined : calls,
      }) as Step,
    ];
  }
  const results = of("tool_result").map((block) => ({
    result: partsOf(block["content"] as string | Fields[]),
    of: block["tool_use_id"] as string,
  }));
  const said = partsOf(blocks.filter((block) => block["type"] !== "tool_result"));
  return [...results, ...(said.length === 0 ? [] : [{ user: said }])];
}

function partsOf(content: string | readonly Fields[]): readonly Part[] {
  if (typeof content === "string") return [{ text: content }];
  return content.map((block): Part => {
    if (block["type"] === "text") return { text: block["text"] as string };
    const source = block["source"] as Record<string, string>;
    const url = source["type"] === "url" ? source["url"] : `data:${source["media_type"]};base64,${source["data"]}`;
    if (block["type"] === "image") return { image: url as string };
    if (source["type"] === "text") return { text: `${block["title"] as string}\n\n${source["data"]}` };
    return { file: { name: block["title"] as string, dataUrl: url as string } };
  });
}

function readTool({ name, description, input_schema: schema, strict }: Fields): OfferedTool {
  return defined({ name, description, schema, isStrict: strict }) as unknown as OfferedTool;
}

function writeChoice({ choice, isSerial }: Asked): object | undefined {
  const serial = isSerial === true ? { disable_parallel_tool_use: true } : {};
  if (choice === undefined) return isSerial === true ? { type: "auto", ...serial } : undefined;
  if (choice === "none") return { type: "none" };
  if (choice === "required") return { type: "any", ...serial };
  return "tool" in choice ? { type: "tool", name: choice.tool, ...serial } : undefined;
}

function readChoice(choice: Body["tool_choice"]): Pick<Asked, "choice" | "isSerial"> {
  if (choice === undefined) return {};
  const { type, name = "", disable_parallel_tool_use: isSerial } = choice;
  const read = type === "any" ? "required" : type === "none" ? "none" : type === "tool" ? { tool: name } : undefined;
  return defined({ choice: read, isSerial: isSerial === true ? true : undefined }) as Pick<
    Asked,
    "choice" | "isSerial"
  >;
}

function writeMessage({ thought, text, refusal, calls = [], end, usage }: Answered, number: number) {
  const content: Fields[] = [
    ...(thought === undefined ? [] : [{ type: "thinking", thinking: thought.text, signature: thought.proof ?? "" }]),
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map(({ id, name, input }) => ({
      type: "tool_use",
      id,
      name,
      input: typeof input === "string" ? { input } : input,
    })),
  ];
  return {
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model: "claude-opus-4-5",
    content,
    stop_reason: ends[end],
    stop_sequence: end === "stop_sequence" ? "END" : null,
    ...(refusal !== undefined && { stop_details: { type: "refusal", category: null, explanation: refusal } }),
    usage: {
      input_tokens: usage.input - usage.cached,
      cache_read_input_tokens: usage.cached,
      cache_creation_input_tokens: 0,
      output_tokens: usage.output,
    },
  };
}

function blockEvents(block: Fields, index: number): readonly object[] {
  const empty = { thinking: "", text: "", input: {}, signature: "" };
  const starts = Object.fromEntries(
    Object.entries(block).map(([field, value]) => [field, field in empty ? empty[field as "text"] : value]),
  );
  const delta = (fields: object) => ({ type: "content_block_delta", index, delta: fields });
  return [
    { type: "content_block_start", index, content_block: starts },
    ...inPieces((block["thinking"] ?? "") as string).map((thinking) => delta({ type: "thinking_delta", thinking })),
    ...(block["type"] === "thinking" ? [delta({ type: "signature_delta", signature: block["signature"] })] : []),
    ...inPieces((block["text"] ?? "") as string).map((text) => delta({ type: "text_delta", text })),
    ...(block["type"] === "tool_use"
      ? inPieces(JSON.stringify(block["input"])).map((partial_json) =>
          delta({ type: "input_json_delta", partial_json }),
        )
      : []),
    { type: "content_block_stop", index },
  ];
}

function readContent(message: Anthropic.Message): Answered {
  const text = message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
  const calls = message.content.flatMap((block) =>
    block.type === "tool_use" ? [{ id: block.id, name: block.name, input: block.input as object }] : [],
  );
  const thought = message.content.find((block) => block.type === "thinking");
  const { usage, stop_reason: reason } = message;
  const { stop_details: details } = message as { stop_details?: { explanation?: string } | null };
  const cached = usage.cache_read_input_tokens ?? 0;
  return defined({
    thought: thought === undefined ? undefined : { text: thought.thinking },
    text: text === "" ? undefined : text,
    refusal: details?.explanation ?? undefined,
    calls: calls.length === 0 ? undefined : calls,
    end: (Object.keys(ends) as End[]).find((end) => ends[end] === reason) ?? "stop",
    usage: {
      input: usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0),
      cached,
      output: usage.output_tokens,
    },
  }) as Answered;
}
