import { OpenAiRejection } from "../openai/strict-api.ts";
import type { ChatMessage } from "./chat-request.ts";
import { checkName, tooLong, unknownParameter } from "./check-chat-fields.ts";

const fieldsByRole: Readonly<Record<string, readonly string[]>> = {
  system: ["role", "content", "name"],
  developer: ["role", "content", "name"],
  user: ["role", "content", "name"],
  // The SDK's helpers send `parsed` back, and the API takes it.
  assistant: ["role", "content", "name", "tool_calls", "refusal", "audio", "function_call", "annotations", "parsed"],
  // OpenAI's own examples have `name` here, and LangChain sends it.
  tool: ["role", "content", "tool_call_id", "name"],
};
const partsByRole: Readonly<Record<string, readonly string[]>> = {
  system: ["text"],
  developer: ["text"],
  user: ["text", "image_url", "input_audio", "file"],
  assistant: ["text", "refusal"],
  tool: ["text"],
};

export interface MessageRules {
  /** Fields of assistant messages beyond OpenAI's own, such as `reasoning_content`. */
  readonly extraAssistantFields: readonly string[];
  /** The extension by which tools are loaded. */
  readonly loads?: "tool-reference" | "system-tools" | undefined;
}

/** Refuses a conversation that the API refuses, in its words. */
export function checkChatMessages(messages: readonly ChatMessage[], rules: MessageRules): void {
  if (messages.length === 0) {
    throw new OpenAiRejection(
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    );
  }
  let unanswered = new Set<string>();
  messages.forEach((message, position) => {
    checkMessage(message, position, rules);
    if (message.role === "tool") {
      const id = message.tool_call_id ?? "";
      if (!unanswered.delete(id)) {
        throw new OpenAiRejection(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        );
      }
      return;
    }
    refuseUnanswered(unanswered);
    unanswered = new Set((message.tool_calls ?? []).map(({ id }) => id));
  });
  refuseUnanswered(unanswered);
}

function refuseUnanswered(ids: ReadonlySet<string>): void {
  if (ids.size === 0) return;
  throw new OpenAiRejection(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      `The following tool_call_ids did not have response messages: ${[...ids].join(", ")}`,
  );
}

function checkMessage(message: ChatMessage, position: number, { extraAssistantFields, loads }: MessageRules): void {
  if (loads === "system-tools" && message.role === "system" && message["tools"] !== undefined) {
    if ("content" in message) throw new OpenAiRejection("A system message with tools must not have content.");
    return;
  }
  const known = fieldsByRole[message.role];
  if (known === undefined) {
    throw new OpenAiRejection(
      `Invalid value: '${message.role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
    );
  }
  const allowed = message.role === "assistant" ? [...known, ...extraAssistantFields] : known;
  for (const field of Object.keys(message)) {
    if (!allowed.includes(field)) throw unknownParameter(`messages[${position}].${field}`);
  }
  checkContent(message, position, loads === "tool-reference" && message.role === "tool" ? ["tool_reference"] : []);
  message.tool_calls?.forEach((call, number) => {
    const where = `messages[${position}].tool_calls[${number}]`;
    if (call.id.length > 40) throw tooLong(`${where}.id`, 40, call.id.length);
    if (call.type === "custom") return;
    checkName(call.function.name, `${where}.function.name`);
    if (typeof call.function.arguments !== "string") {
      throw new OpenAiRejection(
        `Invalid type for '${where}.function.arguments': expected a string, but got an object instead.`,
      );
    }
  });
}

function checkContent(
  { role, content, tool_calls }: ChatMessage,
  position: number,
  extraParts: readonly string[],
): void {
  if (content === null || content === undefined) {
    if (role === "assistant" && tool_calls !== undefined) return;
    throw new OpenAiRejection(`Invalid value for 'content': expected a string, got null.`);
  }
  if (typeof content === "string") return;
  content.forEach(({ type }, number) => {
    if (!partsByRole[role]?.includes(type) && !extraParts.includes(type)) {
      const supported = (partsByRole[role] ?? []).map((part) => `'${part}'`).join(", ");
      throw new OpenAiRejection(
        `Invalid value: '${type}'. Supported values are: ${supported}. (messages[${position}].content[${number}].type)`,
      );
    }
  });
}
