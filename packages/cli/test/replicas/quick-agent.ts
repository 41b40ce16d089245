import { Agent, type IncomingMessage, request as send } from "node:http";

type Fields = Readonly<Record<string, unknown>>;

/** What an agent reads of an answer: what it repeats in its next request, and the call that it has to answer. */
export interface ReadAnswer {
  /** What the conversation gets. */
  readonly said: readonly object[];
  readonly call: string | undefined;
  readonly id: string;
}

/** One of the APIs, as an agent speaks it. */
export interface Door {
  readonly path: string;
  ask: (text: string) => object;
  answer(call: string): object;
  body(conversation: readonly object[], previous: string | undefined): object;
  read(answer: Fields): ReadAnswer;
  /** The answer in a stream, as soon as all of it is there; undefined before. */
  readStream(events: readonly Fields[]): ReadAnswer | undefined;
}

const parameters = { type: "object", properties: { text: { type: "string" } } };
const names = Array.from({ length: 30 }, (_, number) => `mcp__office__task_${number}`);
const description = (name: string) => `Does the work of department ${name}.`;

const messages: Door = {
  path: "/v1/messages",
  ask: (text) => ({ role: "user", content: text }),
  answer: (call) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: call, content: "ran" }] }),
  body: (conversation) => ({
    model: "m",
    max_tokens: 1_000,
    messages: conversation,
    tools: names.map((name) => ({ name, description: description(name), input_schema: parameters })),
  }),
  read: ({ id, content }) => {
    const blocks = content as readonly { readonly type: string; readonly id: string }[];
    const call = blocks.find(({ type }) => type === "tool_use")?.id;
    return { said: [{ role: "assistant", content: blocks }], call, id: id as string };
  },
  readStream: (events) => {
    if (events.at(-1)?.["type"] !== "message_stop") return undefined;
    const content: { type: string; text?: string; input: string; id?: string; name?: string }[] = [];
    for (const { type, index, content_block: block, delta } of events) {
      if (type === "content_block_start") content[index as number] = { ...(block as { type: string }), input: "" };
      const added = (delta ?? {}) as { readonly text?: string; readonly partial_json?: string };
      const current = content[index as number];
      if (current === undefined) continue;
      if (added.text !== undefined) current.text = `${current.text ?? ""}${added.text}`;
      current.input += added.partial_json ?? "";
    }
    const blocks = content.map(({ type, text, id, name, input }) =>
      type === "text" ? { type, text } : { type, id, name, input: JSON.parse(input || "{}") as object },
    );
    return messages.read({ id: "", content: blocks });
  },
};

const chat: Door = {
  path: "/v1/chat/completions",
  ask: messages.ask,
  answer: (call) => ({ role: "tool", tool_call_id: call, content: "ran" }),
  body: (conversation) => ({
    model: "m",
    messages: conversation,
    tools: names.map((name) => ({ type: "function", function: { name, description: description(name), parameters } })),
  }),
  read: ({ id, choices }) => {
    const [{ message }] = choices as [{ message: { readonly tool_calls?: readonly { readonly id: string }[] } }];
    return { said: [message], call: message.tool_calls?.[0]?.id, id: id as string };
  },
  readStream: (events) => {
    if (events.at(-1)?.["done"] !== true) return undefined;
    type Delta = { content?: string; tool_calls?: readonly { id?: string; function: Record<string, string> }[] };
    let content = "";
    const call = { id: "", type: "function", function: { name: "", arguments: "" } };
    for (const { choices } of events) {
      const { delta } = ((choices as readonly { delta: Delta }[] | undefined) ?? [])[0] ?? {};
      content += delta?.content ?? "";
      const [part] = delta?.tool_calls ?? [];
      call.id ||= part?.id ?? "";
      call.function.name ||= part?.function["name"] ?? "";
      call.function.arguments += part?.function["arguments"] ?? "";
    }
    const called = call.id === "" ? {} : { tool_calls: [call] };
    const message = { role: "assistant", content: content === "" ? null : content, ...called };
    return chat.read({ id: "", choices: [{ message }] });
  },
};

const responses: Door = {
  path: "/v1/responses",
  ask: messages.ask,
  answer: (call) => ({ type: "function_call_output", call_id: call, output: "ran" }),
  // What the gateway keeps is not sent again.
  body: (conversation, previous) => ({
    model: "m",
    input: previous === undefined ? conversation : conversation.slice(-1),
    ...(previous !== undefined && { previous_response_id: previous }),
    tools: names.map((name) => ({ type: "function", name, description: description(name), parameters, strict: false })),
  }),
  read: ({ id, output }) => {
    const items = output as readonly { readonly type: string; readonly call_id: string }[];
    const call = items.find(({ type }) => type === "function_call")?.call_id;
    return { said: items, call, id: id as string };
  },
  readStream: (events) => {
    const { type, response } = events.at(-1) ?? {};
    return type === "response.completed" ? responses.read(response as Fields) : undefined;
  },
};

/** Every way in which agents get answers. */
export const ways: readonly { readonly door: Door; readonly stream: boolean }[] = [messages, chat, responses].flatMap(
  (door) => [true, false].map((stream) => ({ door, stream })),
);

/** The events of a stream that are complete. */
function eventsIn(text: string): readonly Fields[] {
  return text
    .slice(0, text.lastIndexOf("\n\n") + 1)
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => (line === "data: [DONE]" ? { done: true } : (JSON.parse(line.slice("data: ".length)) as Fields)));
}

/** An answer that is an error, or that was cut off. */
export class IncompleteAnswer extends Error {}

const agent = new Agent({ keepAlive: true });

/**
 * Sends one request. Resolves as soon as the last event is there: what follows runs in the same tick, before the response has ended.
 * Rejects if the answer is not complete.
 */
export function askAt(url: string, { door, stream }: (typeof ways)[number], body: object): Promise<ReadAnswer> {
  return new Promise((resolve, reject) => {
    const onAnswer = (response: IncomingMessage): void => {
      let text = "";
      response.setEncoding("utf8");
      response.on("error", reject);
      response.on("data", (chunk: string) => {
        text += chunk;
        if (!stream || response.statusCode !== 200) return;
        const answer = door.readStream(eventsIn(text));
        if (answer !== undefined) resolve(answer);
      });
      response.on("end", () => {
        if (response.statusCode === 200 && !stream) resolve(door.read(JSON.parse(text) as Fields));
        else reject(new IncompleteAnswer(`status ${response.statusCode}, ${text}`));
      });
    };
    const headers = { "x-api-key": "key", authorization: "Bearer key", "anthropic-version": "2023-06-01" };
    const request = send(url + door.path, { method: "POST", agent, headers }, onAnswer);
    request.on("error", reject);
    request.end(JSON.stringify({ ...body, stream }));
  });
}
