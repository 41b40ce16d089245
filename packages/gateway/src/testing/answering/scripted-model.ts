import type { ContentBlock } from "@toolcrib/core";
import type { AnswerEvent, AnswerMessage, MessagesBody, Usage } from "../../contracts/inner-form.ts";
import type { Upstream, UpstreamCall } from "../../contracts/upstream.ts";
import { eventsOfMessage } from "../../inner-form/whole-message.ts";

/** A call of the scripted model. */
interface ScriptedCall {
  readonly id?: string;
  readonly name: string;
  readonly input?: unknown;
  /** What is streamed of the arguments where the output ends within them; whole, the call then has none. */
  readonly cutInput?: string;
}

/** What the scripted model answers. */
export interface ScriptedReply {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Other fields of the answer, such as `container`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly stopReason?: string;
  readonly usage?: Partial<Usage>;
  /** Thrown instead. */
  readonly error?: Error;
}

/** Answers a request; the number says which one it is, from 1. */
export type ModelScript = (body: MessagesBody, number: number) => ScriptedReply;

export interface ScriptedModel extends Upstream {
  /** Everything that reached it. */
  readonly calls: UpstreamCall[];
  readonly bodies: MessagesBody[];
}

/** A model in memory that follows a script, streaming its arguments in small pieces. */
export function scriptedModel(
  script: ModelScript,
  traits: Partial<Upstream> & { pieceLength?: number } = {},
): ScriptedModel {
  const calls: UpstreamCall[] = [];
  const { pieceLength = 7, ...rest } = traits;
  const reply = (call: UpstreamCall): { readonly message: AnswerMessage; readonly scripted: ScriptedReply } => {
    calls.push(call);
    const scripted = script(call.body, calls.length);
    if (scripted.error !== undefined) throw scripted.error;
    return { scripted, message: messageOf(scripted, call.body.model, calls.length) };
  };
  return {
    specificationVersion: "v1",
    name: "scripted",
    dialect: "anthropic",
    baseUrl: "http://model.test",
    calls,
    get bodies() {
      return calls.map(({ body }) => body);
    },
    async doStream(call) {
      const { message, scripted } = reply(call);
      return streamOf(message, pieceLength, scripted.calls);
    },
    async doGenerate(call) {
      return reply(call).message;
    },
    ...rest,
  };
}

function messageOf(scripted: ScriptedReply, model: string, number: number): AnswerMessage {
  const content: ContentBlock[] = [];
  if (scripted.thinking !== undefined) {
    content.push({ type: "thinking", thinking: scripted.thinking, signature: `signed-${number}` } as ContentBlock);
  }
  if (scripted.text !== undefined) content.push({ type: "text", text: scripted.text } as ContentBlock);
  for (const [index, { id = `toolu_up_${number}_${index}`, name, input = {} }] of (scripted.calls ?? []).entries()) {
    content.push({ type: "tool_use", id, name, input } as ContentBlock);
  }
  const stop_reason = scripted.stopReason ?? ((scripted.calls ?? []).length > 0 ? "tool_use" : "end_turn");
  return {
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 10, ...scripted.usage },
    ...scripted.fields,
  };
}

async function* streamOf(
  message: AnswerMessage,
  pieceLength: number,
  calls: readonly ScriptedCall[] = [],
): AsyncGenerator<AnswerEvent> {
  let callNumber = 0;
  for (const event of eventsOfMessage(message)) {
    const delta = event.type === "content_block_delta" ? event.delta : undefined;
    if (event.type === "content_block_delta" && delta?.type === "input_json_delta") {
      const whole = String((delta as { readonly partial_json: string }).partial_json);
      const json = calls[callNumber++]?.cutInput ?? whole;
      yield { ...event, delta: { type: "input_json_delta", partial_json: "" } };
      for (let start = 0; start < json.length; start += pieceLength) {
        const partial_json = json.slice(start, start + pieceLength);
        yield { ...event, delta: { type: "input_json_delta", partial_json } };
      }
    } else {
      yield event;
    }
  }
}
