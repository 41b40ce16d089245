import { isRecord } from "@toolcrib/shared/json";
import { ownField } from "../../../../inner-form/own-field.ts";
import { reasoningFields } from "./kept-reasoning.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An event for a chunk, or the rest of one, that has no counterpart in the inner form. */
export const ownEvent = "openai_chat_chunk";

/** With the padding that OpenAI adds against measuring the length of chunks: the gateway's chunks have other lengths. */
const envelope: ReadonlySet<string> = new Set([
  "id",
  "object",
  "created",
  "model",
  "choices",
  "usage",
  "error",
  "obfuscation",
]);
const choiceFields: ReadonlySet<string> = new Set(["index", "delta", "message", "finish_reason"]);
const messageFields: ReadonlySet<string> = new Set([
  "role",
  "content",
  "refusal",
  "tool_calls",
  "function_call",
  ...reasoningFields,
]);
const callFields: ReadonlySet<string> = new Set(["index", "id", "type", "function", "custom"]);

/** Fields of an answer or a chunk that the inner form does not have. */
export function envelopeRest(answer: Fields): Fields {
  return rest(answer, envelope);
}

export function choiceRest(choice: Fields): Fields {
  return rest(choice, choiceFields);
}

export function messageRest(message: Fields): Fields {
  return rest(message, messageFields);
}

export function callRest(call: Fields): Fields {
  return rest(call, callFields);
}

export function isEmpty(fields: Fields): boolean {
  return Object.keys(fields).length === 0;
}

/** What the encoder of the client finds under `ownField`. */
export function ownFieldsOf(value: object): Fields {
  const own = (value as Fields)[ownField];
  return isRecord(own) ? own : {};
}

/** `null` says that there is nothing, which the encoder says by itself. */
function rest(value: Fields, known: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(value).filter(([field, inner]) => !known.has(field) && inner !== null));
}

export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}
