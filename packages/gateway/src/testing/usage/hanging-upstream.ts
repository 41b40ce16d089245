import type { ServerResponse } from "node:http";
import { serve, type TestServer } from "../serve.ts";

/** How far an answer comes. After that the upstream says nothing more, ends the connection, or ends the answer without a usage. */
export type Moment =
  | "before the answer"
  | "within the text"
  | "before the usage"
  | "an error"
  | "no usage"
  | "complete";

export const pieces: readonly string[] = Array.from({ length: 8 }, (_, number) => `piece ${number} of the text `);
/** How many of them an answer has that is given up in the middle. */
export const piecesWithin = 3;
export const reported = { input: 5_000, output: 700 };

export interface HangingScript {
  /** A tool that the first answer calls, in the Messages API. */
  readonly prelude?: { readonly name: string; readonly input: object };
}

type Fields = Readonly<Record<string, unknown>>;

/** An upstream of all three wire formats, whose answers come as far as the model's name says. */
export async function startHangingUpstream({
  prelude,
}: HangingScript = {}): Promise<TestServer & { readonly bodies: readonly Fields[] }> {
  const bodies: Fields[] = [];
  const server = await serve((request, body, response) => {
    const fields = JSON.parse(body.toString()) as Fields;
    bodies.push(fields);
    if (prelude !== undefined && bodies.length === 1) {
      streamCall(response, prelude);
      return;
    }
    const moment = momentOf(String(fields["model"]));
    if (moment === "before the answer") return;
    const wire = wireOf(request.url ?? "");
    if (fields["stream"] === true) stream(response, wire, moment);
    else whole(response, wire, moment);
  });
  return { ...server, bodies };
}

/** A complete answer of the Messages API that calls a tool. */
function streamCall(response: ServerResponse, { name, input }: NonNullable<HangingScript["prelude"]>): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const call = { type: "tool_use", id: "toolu_1", name, input: {} };
  const partial_json = JSON.stringify(input);
  const events = [
    messages.begin[0] as object,
    { type: "content_block_start", index: 0, content_block: call },
    { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json } },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: { output_tokens: reported.output },
    },
    { type: "message_stop" },
  ];
  response.end(events.map(write).join(""));
}

/** The name of a model whose answers come as far as a moment. */
export function modelFor(moment: Moment, more = ""): string {
  return `${moment.replaceAll(" ", "-")}:${more}`;
}

function momentOf(model: string): Moment {
  return (model.split(":", 1)[0] ?? "").replaceAll("-", " ") as Moment;
}

interface Wire {
  readonly begin: readonly object[];
  piece(text: string): object;
  /** What ends the text. */
  readonly endOfText: readonly object[];
  end(hasUsage: boolean): readonly object[];
  readonly error: object;
  readonly mark: string | undefined;
  whole(hasUsage: boolean): object;
}

function stream(response: ServerResponse, wire: Wire, moment: Moment): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (event: object): void => void response.write(write(event));
  for (const event of wire.begin) send(event);
  const isCut = moment === "within the text" || moment === "an error";
  for (const text of isCut ? pieces.slice(0, piecesWithin) : pieces) send(wire.piece(text));
  if (moment === "an error") {
    send(wire.error);
    response.end();
  }
  if (isCut) return;
  for (const event of wire.endOfText) send(event);
  if (moment === "before the usage") return;
  for (const event of wire.end(moment === "complete")) send(event);
  if (wire.mark !== undefined) response.write(`data: ${wire.mark}\n\n`);
  response.end();
}

function write(event: object): string {
  const { type } = event as { readonly type?: string };
  return `${type === undefined ? "" : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`;
}

function whole(response: ServerResponse, wire: Wire, moment: Moment): void {
  const text = JSON.stringify(wire.whole(moment === "complete"));
  response.writeHead(200, { "content-type": "application/json" });
  if (moment === "complete" || moment === "no usage") response.end(text);
  else response.write(text.slice(0, -20));
}

function wireOf(url: string): Wire {
  if (url.includes("/chat/completions")) return chat;
  return url.includes("/responses") ? responses : messages;
}

const text = pieces.join("");

const message = { id: "msg_1", type: "message", role: "assistant", model: "m" };
const messages: Wire = {
  begin: [
    {
      type: "message_start",
      message: {
        ...message,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: reported.input, output_tokens: 1 },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ],
  piece: (piece) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } }),
  endOfText: [{ type: "content_block_stop", index: 0 }],
  end: (hasUsage) => [
    {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: hasUsage ? { output_tokens: reported.output } : {},
    },
    { type: "message_stop" },
  ],
  error: { type: "error", error: { type: "api_error", message: "It broke." } },
  mark: undefined,
  whole: (hasUsage) => ({
    ...message,
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: hasUsage ? { input_tokens: reported.input, output_tokens: reported.output } : undefined,
  }),
};

const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
const chatUsage = {
  prompt_tokens: reported.input,
  completion_tokens: reported.output,
  total_tokens: reported.input + reported.output,
};
const chat: Wire = {
  begin: [],
  piece: (content) => ({
    ...chunk,
    choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }],
  }),
  endOfText: [],
  end: (hasUsage) => [
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    ...(hasUsage ? [{ ...chunk, choices: [], usage: chatUsage }] : []),
  ],
  error: { error: { type: "server_error", message: "It broke." } },
  mark: "[DONE]",
  whole: (hasUsage) => ({
    ...chunk,
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    ...(hasUsage && { usage: chatUsage }),
  }),
};

const item = (status: string, content: readonly object[]) => ({
  id: "msg_1",
  type: "message",
  status,
  role: "assistant",
  content,
});
const part = (written: string) => ({ type: "output_text", text: written, annotations: [] });
const responseOf = (status: string, more: object) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  status,
  model: "m",
  output: [],
  ...more,
});
const finished = (hasUsage: boolean) =>
  responseOf("completed", {
    output: [item("completed", [part(text)])],
    ...(hasUsage && {
      usage: {
        input_tokens: reported.input,
        output_tokens: reported.output,
        total_tokens: reported.input + reported.output,
      },
    }),
  });
const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
const responses: Wire = {
  begin: [
    { type: "response.created", response: responseOf("in_progress", {}) },
    { type: "response.output_item.added", output_index: 0, item: item("in_progress", []) },
    { type: "response.content_part.added", ...place, part: part("") },
  ],
  piece: (delta) => ({ type: "response.output_text.delta", ...place, delta }),
  endOfText: [
    { type: "response.output_text.done", ...place, text },
    { type: "response.content_part.done", ...place, part: part(text) },
    { type: "response.output_item.done", output_index: 0, item: item("completed", [part(text)]) },
  ],
  end: (hasUsage) => [{ type: "response.completed", response: finished(hasUsage) }],
  error: { type: "error", code: "server_error", message: "It broke.", param: null },
  mark: undefined,
  whole: finished,
};
