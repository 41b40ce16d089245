import type { KnownUpstream, ParsedRequest, ReceivedRequest } from "../../../../../contracts/client-dialect.ts";
import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { checkParts } from "../../../../shared/support/check-parts.ts";
import { upstreamApiOf } from "../../../../shared/support/upstream-api.ts";
import { effortAt, toOutputSettings } from "../../../shared/output-settings.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import {
  booleanAt,
  countAt,
  type Fields,
  isAbsent,
  listAt,
  nameAt,
  numberAt,
  optional,
  present,
  recordAt,
} from "../../../shared/read-values.ts";
import { withSettings } from "../../../shared/shared-form.ts";
import { betasOf } from "../../../shared/tool-additions.ts";
import { checkToolLimits } from "../../../shared/tool-limits.ts";
import type { ChatAnswerContext } from "../answer/answer-context.ts";
import { chatRequest } from "./chat-request.ts";
import { type AddedTools, toConversation } from "./conversation.ts";
import { sharedSettings } from "./shared-settings.ts";
import { toToolFields } from "./tool-choice.ts";
import { type ChatTools, toTools } from "./tools.ts";

const maxStops = 16;
const noTools: readonly unknown[] = [];

/** A body of the Chat Completions API in the inner form. */
export function parseChat(
  body: Fields,
  limits: ReceivedRequest["limits"],
  known: KnownUpstream | undefined,
): ParsedRequest {
  const upstream = known === undefined ? undefined : upstreamApiOf(known.dialect);
  const isCarried = upstream === chatRequest.own;
  const { omitted, rejection } = checkParts(body, chatRequest, { ...known, upstream, isCarried });
  const given = toTools(optional(body["tools"], "tools", listAt) ?? noTools);
  const { system, messages, added } = toConversation(listAt(body["messages"], "messages"));
  const tools = withAdded(given, added);
  checkToolLimits(tools.tools, limits);
  const user =
    optional(body["safety_identifier"], "safety_identifier", nameAt) ?? optional(body["user"], "user", nameAt);
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
    ...toOutputSettings(
      optional(body["reasoning_effort"], "reasoning_effort", effortAt),
      schemaOf(body["response_format"]),
    ),
  };
  const answerContext: ChatAnswerContext = { includesUsage: wantsUsage(body), customTools: tools.custom };
  const session = optional(body["prompt_cache_key"], "prompt_cache_key", nameAt);
  return {
    body: withSettings(inner, sharedSettings(body)),
    betas: betasOf(messages),
    apiVersion: "2023-06-01",
    session,
    rejection,
    searchable: tools.searchable,
    omitted,
    answerContext,
  };
}

/** The tools of the request and those that messages bring; the first definition of a name counts. */
function withAdded(given: ChatTools, added: readonly AddedTools[]): ChatTools {
  if (added.length === 0) return given;
  const tools = new Map(given.tools.map((tool) => [tool.name, tool]));
  const custom = new Set(given.custom);
  for (const { isFirst, tools: read } of added) {
    for (const { tool, isCustom } of read) {
      if (tools.has(tool.name)) continue;
      tools.set(tool.name, isFirst ? tool : { ...tool, defer_loading: true });
      if (isCustom) custom.add(tool.name);
    }
  }
  return { ...given, tools: [...tools.values()], custom };
}

function stopsOf(value: unknown): readonly string[] | undefined {
  if (isAbsent(value)) return undefined;
  const stops = typeof value === "string" ? [value] : listAt(value, "stop");
  if (stops.length > maxStops) throw invalid("stop", `expected at most ${maxStops}, got ${stops.length}`);
  const texts = stops.map((stop, position) => nameAt(stop, `stop[${position}]`));
  return texts.length === 0 ? undefined : texts;
}

function wantsUsage(body: Fields): boolean {
  const options = optional(body["stream_options"], "stream_options", recordAt) ?? {};
  return optional(options["include_usage"], "stream_options.include_usage", booleanAt) ?? false;
}

function schemaOf(value: unknown): Fields | undefined {
  const format = optional(value, "response_format", recordAt);
  if (format === undefined || format["type"] === "text") return undefined;
  if (format["type"] === "json_object") return undefined;
  if (format["type"] !== "json_schema") throw invalid("response_format.type", "expected text or json_schema");
  const at = "response_format.json_schema";
  return recordAt(recordAt(format["json_schema"], at)["schema"], `${at}.schema`);
}
