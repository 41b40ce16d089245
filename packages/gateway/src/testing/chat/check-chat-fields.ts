import { ChatRejection } from "./chat-rejection.ts";

const requestFields = new Set(
  (
    "model messages max_tokens max_completion_tokens temperature top_p n stream stream_options stop presence_penalty " +
    "frequency_penalty logit_bias logprobs top_logprobs user seed tools tool_choice parallel_tool_calls response_format " +
    "reasoning_effort verbosity metadata store service_tier modalities audio prediction web_search_options prompt_cache_key " +
    "safety_identifier"
  ).split(" "),
);
const toolFields = new Set(["type", "function"]);
const functionFields = new Set(["name", "description", "parameters", "strict"]);

/** Refuses fields that the API does not know, in its words. */
export function checkChatFields(body: Readonly<Record<string, unknown>>): void {
  for (const field of Object.keys(body)) {
    if (!requestFields.has(field)) throw unknownParameter(field);
  }
  const hasTools = Array.isArray(body["tools"]) && body["tools"].length > 0;
  for (const field of ["tool_choice", "parallel_tool_calls"]) {
    if (body[field] !== undefined && !hasTools) {
      throw new ChatRejection(`Invalid value for '${field}': '${field}' is only allowed when 'tools' are specified.`);
    }
  }
  if (body["tools"] !== undefined) checkChatTools(body["tools"]);
  checkToolChoice(body["tool_choice"], body["tools"]);
}

function checkChatTools(tools: unknown): void {
  if (!Array.isArray(tools) || tools.length === 0) {
    throw new ChatRejection("Invalid 'tools': empty array. Expected an array with minimum length 1.");
  }
  if (tools.length > 128) throw new ChatRejection("You may not include more than 128 tools in your request.");
  tools.forEach((tool: Record<string, unknown>, position) => {
    if (tool["type"] !== "function") {
      throw new ChatRejection(
        `Invalid value: '${String(tool["type"])}'. Supported values are: 'function' and 'custom'.`,
      );
    }
    for (const field of Object.keys(tool)) if (!toolFields.has(field)) throw unknownParameter(`tools.${field}`);
    const definition = (tool["function"] ?? {}) as Record<string, unknown> & { readonly name?: string };
    for (const field of Object.keys(definition)) {
      if (!functionFields.has(field)) throw unknownParameter(`tools.function.${field}`);
    }
    checkName(definition.name ?? "", `tools[${position}].function.name`);
    const parameters = definition["parameters"] as { readonly type?: unknown } | undefined;
    if (parameters !== undefined && parameters.type !== "object") {
      const name = String(definition["name"]);
      throw new ChatRejection(
        `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: "${String(parameters.type)}"'.`,
      );
    }
  });
}

export function checkName(name: string, where: string): void {
  if (name.length > 64) throw tooLong(where, 64, name.length);
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    throw new ChatRejection(
      `Invalid '${where}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    );
  }
}

export function tooLong(where: string, limit: number, length: number): ChatRejection {
  return new ChatRejection(
    `Invalid '${where}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${length} instead.`,
  );
}

export function unknownParameter(name: string): ChatRejection {
  return new ChatRejection(`Unknown parameter: '${name}'.`, { code: "unknown_parameter", param: name });
}

function checkToolChoice(choice: unknown, tools: unknown): void {
  if (typeof choice !== "object" || choice === null) return;
  const name = (choice as { readonly function?: { readonly name?: string } }).function?.name;
  const isThere = (tools as { readonly function: { readonly name: string } }[]).some(
    (tool) => tool.function.name === name,
  );
  if (!isThere) throw new ChatRejection(`Tool choice '${String(name)}' not found in 'tools' parameter.`);
}
