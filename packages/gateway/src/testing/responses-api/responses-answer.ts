import type { ResponsesAnswer, ResponsesRequest } from "./responses-request.ts";

type Fields = Readonly<Record<string, unknown>>;

const piece = 5;

/** A thought as this API encrypts it: only it can read it again, and only under the item's id. */
function encryptThought(id: string, text: string): string {
  return `gAAAA${Buffer.from(JSON.stringify([id, text])).toString("base64url")}`;
}

export function isOwnThought({
  id,
  encrypted_content: content,
}: {
  readonly id?: string;
  readonly encrypted_content?: unknown;
}): boolean {
  if (typeof content !== "string" || !content.startsWith("gAAAA")) return false;
  try {
    return (JSON.parse(Buffer.from(content.slice(5), "base64url").toString()) as string[])[0] === id;
  } catch {
    return false;
  }
}

/** The items of an answer. */
function outputOf(body: ResponsesRequest, answer: ResponsesAnswer, number: number): readonly Fields[] {
  const { reasoning, text, refusal, calls = [], items = [] } = answer;
  // The same request gives the same ids, and a longer conversation others.
  const id = (prefix: string, index = 0) => `${prefix}_${body.input.length}_${index}`;
  const isEncrypted = body.include?.includes("reasoning.encrypted_content") === true;
  const status = answer.incomplete === undefined ? "completed" : "incomplete";
  const part =
    refusal === undefined ? { type: "output_text", text, annotations: [], logprobs: [] } : { type: "refusal", refusal };
  return [
    ...(reasoning === undefined
      ? []
      : [
          {
            type: "reasoning",
            id: id("rs"),
            summary: [{ type: "summary_text", text: reasoning }],
            ...(isEncrypted ? { encrypted_content: encryptThought(id("rs"), reasoning) } : {}),
          },
        ]),
    ...(items as Fields[]),
    ...(text === undefined && refusal === undefined
      ? []
      : [{ type: "message", id: id("msg"), role: "assistant", status, content: [part] }]),
    ...calls.map(({ id: callId, name, namespace, arguments: input, input: customInput }, index) => ({
      type: customInput === undefined ? "function_call" : "custom_tool_call",
      id: id(customInput === undefined ? "fc" : "ctc", index),
      call_id: callId ?? `call_${number}_${index}`,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(customInput === undefined
        ? { arguments: typeof input === "string" ? input : JSON.stringify(input ?? {}) }
        : { input: customInput }),
      status,
    })),
  ];
}

export function responseOf(body: ResponsesRequest, answer: ResponsesAnswer, number: number, usage: object): Fields {
  const { incomplete, failure } = answer;
  const status = failure === undefined ? (incomplete === undefined ? "completed" : "incomplete") : "failed";
  return {
    id: `resp_${number}`,
    object: "response",
    created_at: 1_700_000_000,
    status,
    error: failure ?? null,
    incomplete_details: incomplete === undefined ? null : { reason: incomplete },
    instructions: body.instructions ?? null,
    model: body.model,
    output: failure === undefined ? outputOf(body, answer, number) : [],
    parallel_tool_calls: body["parallel_tool_calls"] ?? true,
    previous_response_id: null,
    store: body.store ?? true,
    tool_choice: body.tool_choice ?? "auto",
    tools: body.tools ?? [],
    usage: failure === undefined ? usage : null,
  };
}

/** The events of a streamed response, texts in small pieces. */
export function eventsOf(response: Fields): readonly (Fields & { readonly type: string })[] {
  const started = {
    ...response,
    status: "in_progress",
    output: [],
    usage: null,
    incomplete_details: null,
    error: null,
  };
  const items = (response["output"] as readonly Fields[]).flatMap((item, index) => itemEvents(item, index));
  const events = [
    { type: "response.created", response: started },
    { type: "response.in_progress", response: started },
    ...items,
    { type: `response.${String(response["status"])}`, response },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

function itemEvents(item: Fields, output_index: number): readonly (Fields & { readonly type: string })[] {
  const at = { item_id: item["id"], output_index };
  const added = (fields: object) => ({
    type: "response.output_item.added",
    output_index,
    item: { ...item, status: "in_progress", ...fields },
  });
  const done = { type: "response.output_item.done", output_index, item };
  switch (item["type"]) {
    case "message": {
      const parts = item["content"] as readonly Fields[];
      return [
        added({ content: [] }),
        ...parts.flatMap((part, content_index) => {
          const field = part["type"] === "refusal" ? "refusal" : "text";
          const name = field === "text" ? "output_text" : "refusal";
          const place = { ...at, content_index };
          return [
            { type: "response.content_part.added", ...place, part: { ...part, [field]: "" } },
            ...pieces(String(part[field])).map((delta) => ({
              type: `response.${name}.delta`,
              ...place,
              delta,
              logprobs: [],
            })),
            { type: `response.${name}.done`, ...place, [field]: part[field] },
            { type: "response.content_part.done", ...place, part },
          ];
        }),
        done,
      ];
    }
    case "reasoning": {
      const summary = item["summary"] as readonly Fields[];
      return [
        added({ summary: [], encrypted_content: undefined }),
        ...summary.flatMap((part, summary_index) => [
          { type: "response.reasoning_summary_part.added", ...at, summary_index, part: { ...part, text: "" } },
          ...pieces(String(part["text"])).map((delta) => ({
            type: "response.reasoning_summary_text.delta",
            ...at,
            summary_index,
            delta,
          })),
          { type: "response.reasoning_summary_text.done", ...at, summary_index, text: part["text"] },
          { type: "response.reasoning_summary_part.done", ...at, summary_index, part },
        ]),
        done,
      ];
    }
    case "function_call":
    case "custom_tool_call": {
      const field = item["type"] === "function_call" ? "arguments" : "input";
      const name = field === "arguments" ? "function_call_arguments" : "custom_tool_call_input";
      return [
        added({ [field]: "" }),
        ...pieces(String(item[field])).map((delta) => ({ type: `response.${name}.delta`, ...at, delta })),
        { type: `response.${name}.done`, ...at, [field]: item[field] },
        done,
      ];
    }
    default:
      return [added({}), done];
  }
}

export function encodeEvents(events: readonly (Fields & { readonly type: string })[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

function pieces(text: string): readonly string[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / piece) }, (_, index) =>
    characters.slice(index * piece, (index + 1) * piece).join(""),
  );
}
