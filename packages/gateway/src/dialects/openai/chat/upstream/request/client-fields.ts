import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@toolcrib/shared/json";
import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { toToolFields } from "../../client/request/tool-choice.ts";
import { toTools } from "../../client/request/tools.ts";
import type { ChatMessage } from "./message-context.ts";
import type { ToolFields } from "./tools.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The client's own fields in their order, with what the gateway decides about messages, tools and the stream. */
export function writeClientFields(
  given: Fields,
  body: MessagesBody,
  { messages, tools }: { readonly messages: readonly ChatMessage[]; readonly tools: ToolFields },
): Fields {
  const { tools: _tools, tool_choice: _choice, parallel_tool_calls: _parallel, ...others } = given;
  const isStreamed = body.stream === true;
  const options = isRecord(given["stream_options"]) ? given["stream_options"] : {};
  const decided: Fields = {
    model: body.model,
    messages,
    ...toolFields(given, body, tools),
    ...(isStreamed ? { stream: true, stream_options: { ...options, include_usage: true } } : {}),
  };
  const kept = isStreamed ? others : withoutStream(others);
  const ordered = Object.keys(given).flatMap((field) =>
    field in decided ? [[field, decided[field]] as const] : field in kept ? [[field, kept[field]] as const] : [],
  );
  return { ...Object.fromEntries(ordered), ...decided };
}

/** The client's choice where it is still the choice, and among the client's own tools. */
function toolFields(given: Fields, body: MessagesBody, written: ToolFields): Fields {
  if (written.tools === undefined) return {};
  const isOwnList = written.tools === given["tools"];
  const isSame = isDeepStrictEqual(chosenBy(given) ?? null, body.tool_choice ?? null);
  const choice = given["tool_choice"];
  // Among other tools, a list of allowed ones says nothing about those that the gateway added: the others are left out instead.
  const isListed = isRecord(choice) && choice["type"] === "allowed_tools";
  if (!isSame || (isListed && !isOwnList)) return { ...written };
  return {
    tools: written.tools,
    ...("tool_choice" in given && { tool_choice: choice }),
    ...("parallel_tool_calls" in given && { parallel_tool_calls: given["parallel_tool_calls"] }),
  };
}

/** The client's choice in the inner form; undefined also for a choice among tools that messages bring. */
function chosenBy(given: Fields): unknown {
  try {
    return toToolFields(given, toTools((given["tools"] ?? []) as readonly unknown[])).tool_choice;
  } catch {
    return undefined;
  }
}

function withoutStream({ stream, stream_options: _options, ...fields }: Fields): Fields {
  return stream === false ? { ...fields, stream } : fields;
}
