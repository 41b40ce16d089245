import type { ParsedRequest, ReceivedRequest } from "../../../../contracts/client-dialect.ts";
import type { MessagesBody } from "../../../../contracts/inner-form.ts";
import type { ChatAnswerOptions } from "../shared/answer-options.ts";
import { invalid } from "./chat-error.ts";
import { checkFields } from "./chat-fields.ts";
import { toConversation } from "./conversation.ts";
import { toOutputFields } from "./output-fields.ts";
import { booleanAt, countAt, listAt, nameAt, numberAt, optional, present, recordAt, textAt } from "./read-values.ts";
import { toToolFields } from "./tool-choice.ts";
import { toTools } from "./tools.ts";

type Fields = Readonly<Record<string, unknown>>;

const maxStops = 16;
const noTools: readonly unknown[] = [];

/** A body of the Chat Completions API in the inner form. */
export function parseChat(value: unknown, limits: ReceivedRequest["limits"]): ParsedRequest {
  const body = recordAt(value, "body");
  checkFields(body);
  const tools = toTools(optional(body["tools"], "tools", listAt) ?? noTools, limits);
  const { system, messages } = toConversation(listAt(body["messages"], "messages"));
  const user =
    optional(body["user"], "user", textAt) ?? optional(body["safety_identifier"], "safety_identifier", textAt);
  const inner: MessagesBody = {
    model: nameAt(body["model"], "model"),
    ...(system.length > 0 && { system }),
    messages,
    ...toToolFields(body, tools),
    ...present({
      max_tokens:
        optional(body["max_completion_tokens"], "max_completion_tokens", countAt) ??
        optional(body["max_tokens"], "max_tokens", countAt),
      stop_sequences: stopsOf(body["stop"]),
      temperature: optional(body["temperature"], "temperature", numberAt),
      top_p: optional(body["top_p"], "top_p", numberAt),
      stream: optional(body["stream"], "stream", booleanAt),
      metadata: user === undefined ? undefined : { user_id: user },
    }),
    ...toOutputFields(body),
  };
  const answerOptions: ChatAnswerOptions = { includesUsage: wantsUsage(body), customTools: tools.custom };
  return { body: inner, betas: [], apiVersion: "2023-06-01", answerOptions };
}

function stopsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const stops = typeof value === "string" ? [value] : listAt(value, "stop");
  if (stops.length > maxStops) throw invalid("stop", `expected at most ${maxStops}, got ${stops.length}`);
  const texts = stops.map((stop, position) => nameAt(stop, `stop[${position}]`));
  return texts.length === 0 ? undefined : texts;
}

function wantsUsage(body: Fields): boolean {
  const options = optional(body["stream_options"], "stream_options", recordAt) ?? {};
  return optional(options["include_usage"], "stream_options.include_usage", booleanAt) ?? false;
}
