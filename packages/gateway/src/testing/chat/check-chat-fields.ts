import { OpenAiRejection } from "../openai/strict-api.ts";

const requestFields = new Set(
  (
    "model messages max_tokens max_completion_tokens temperature top_p n stream stream_options stop presence_penalty " +
    "frequency_penalty logit_bias logprobs top_logprobs user seed tools tool_choice parallel_tool_calls response_format " +
    "reasoning_effort verbosity metadata store service_tier modalities audio prediction web_search_options prompt_cache_key " +
    "safety_identifier prompt_cache_retention prompt_cache_options"
  ).split(" "),
);
const toolFields = new Set(["type", "function"]);
const functionFields = new Set(["name", "description", "parameters", "strict"]);
const customFields = new Set(["name", "description", "format"]);
const maxStops = 4;
const maxUserLength = 64;

/** Refuses fields that the API does not know, in its words. */
export function checkChatFields(
  body: Readonly<Record<string, unknown>>,
  {
    takesDeferred = false,
    takesSearch = false,
  }: { readonly takesDeferred?: boolean; readonly takesSearch?: boolean } = {},
): void {
  for (const field of Object.keys(body)) {
    if (!requestFields.has(field)) throw unknownParameter(field);
  }
  const hasTools = Array.isArray(body["tools"]) && body["tools"].length > 0;
  for (const field of ["tool_choice", "parallel_tool_calls"]) {
    if (body[field] !== undefined && !hasTools) {
      throw new OpenAiRejection(`Invalid value for '${field}': '${field}' is only allowed when 'tools' are specified.`);
    }
  }
  if (body["tools"] !== undefined) {
    checkChatTools(takesSearch ? withoutSearch(body["tools"]) : body["tools"], takesDeferred);
  }
  if (body["stream_options"] !== undefined && body["stream"] !== true) {
    throw new OpenAiRejection("The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  }
  if (Array.isArray(body["stop"]) && body["stop"].length > maxStops) {
    throw new OpenAiRejection(
      `Invalid 'stop': array too long. Expected an array with maximum length ${maxStops}, but got an array with length ${body["stop"].length} instead.`,
    );
  }
  if (typeof body["user"] === "string" && body["user"].length > maxUserLength) {
    throw tooLong("user", maxUserLength, body["user"].length);
  }
  checkResponseFormat(body["response_format"]);
  checkToolChoice(body["tool_choice"], body["tools"]);
}

function withoutSearch(tools: unknown): unknown {
  return (tools as readonly { readonly type?: unknown }[]).filter(({ type }) => type !== "openrouter:tool_search");
}

function checkChatTools(tools: unknown, takesDeferred: boolean): void {
  if (!Array.isArray(tools) || tools.length === 0) {
    throw new OpenAiRejection("Invalid 'tools': empty array. Expected an array with minimum length 1.");
  }
  if (tools.length > 128) throw new OpenAiRejection("You may not include more than 128 tools in your request.");
  const names = new Set<unknown>();
  tools.forEach((tool: Record<string, unknown>, position) => {
    const { name } = (tool["function"] ?? tool["custom"] ?? {}) as { readonly name?: unknown };
    if (names.has(name)) throw new OpenAiRejection("Tool names must be unique.");
    names.add(name);
    if (tool["type"] === "custom") {
      checkCustomTool(tool, position);
      return;
    }
    if (tool["type"] !== "function") {
      throw new OpenAiRejection(
        `Invalid value: '${String(tool["type"])}'. Supported values are: 'function' and 'custom'.`,
      );
    }
    for (const field of Object.keys(tool)) {
      const isKnown = toolFields.has(field) || (takesDeferred && field === "defer_loading");
      if (!isKnown) throw unknownParameter(`tools.${field}`);
    }
    const definition = (tool["function"] ?? {}) as Record<string, unknown> & { readonly name?: string };
    for (const field of Object.keys(definition)) {
      if (!functionFields.has(field)) throw unknownParameter(`tools[${position}].function.${field}`);
    }
    checkName(definition.name ?? "", `tools[${position}].function.name`);
    const parameters = definition["parameters"] as { readonly type?: unknown } | undefined;
    if (parameters !== undefined && parameters.type !== "object") {
      const name = String(definition["name"]);
      throw new OpenAiRejection(
        `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: "${String(parameters.type)}"'.`,
      );
    }
    if (definition["strict"] === true) checkStrictSchema(parameters, `function '${String(definition["name"])}'`);
  });
}

function checkCustomTool(tool: Record<string, unknown>, position: number): void {
  const definition = (tool["custom"] ?? {}) as Record<string, unknown> & { readonly name?: string };
  for (const field of Object.keys(definition)) {
    if (!customFields.has(field)) throw unknownParameter(`tools[${position}].custom.${field}`);
  }
  checkName(definition.name ?? "", `tools[${position}].custom.name`);
}

interface SeenSchema {
  readonly properties?: Readonly<Record<string, SeenSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly type?: unknown;
  readonly items?: SeenSchema;
}

/** A strict schema is closed, and requires all of its properties. */
function checkStrictSchema(schema: SeenSchema | undefined, of: string): void {
  if (schema === undefined) return;
  const words = `Invalid schema for ${of}: In context=(), `;
  if (schema.type === "object" && schema.additionalProperties !== false) {
    throw new OpenAiRejection(`${words}'additionalProperties' is required to be supplied and to be false.`);
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (!(schema.required ?? []).includes(name)) {
      throw new OpenAiRejection(
        `${words}'required' is required to be supplied and to be an array including every key in properties. Missing '${name}'.`,
      );
    }
    checkStrictSchema(inner, of);
  }
  checkStrictSchema(schema.items, of);
}

function checkResponseFormat(format: unknown): void {
  const { type, json_schema: given } = (format ?? { type: "text" }) as {
    readonly type?: unknown;
    readonly json_schema?: { readonly name?: string; readonly schema?: SeenSchema; readonly strict?: boolean };
  };
  if (type !== "json_schema") return;
  if (given?.name === undefined) {
    throw new OpenAiRejection("Missing required parameter: 'response_format.json_schema.name'.");
  }
  if (given.strict === true) checkStrictSchema(given.schema, `response_format '${given.name}'`);
}

export function checkName(name: string, where: string): void {
  if (name.length > 64) throw tooLong(where, 64, name.length);
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    throw new OpenAiRejection(
      `Invalid '${where}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    );
  }
}

export function tooLong(where: string, limit: number, length: number): OpenAiRejection {
  return new OpenAiRejection(
    `Invalid '${where}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${length} instead.`,
  );
}

export function unknownParameter(name: string): OpenAiRejection {
  return new OpenAiRejection(`Unknown parameter: '${name}'.`, { code: "unknown_parameter", param: name });
}

function checkToolChoice(choice: unknown, tools: unknown): void {
  if (typeof choice !== "object" || choice === null) return;
  const name = (choice as { readonly function?: { readonly name?: string } }).function?.name;
  if (name === undefined) return;
  const isThere = (tools as { readonly function?: { readonly name: string } }[]).some(
    (tool) => tool.function?.name === name,
  );
  if (!isThere) throw new OpenAiRejection(`Tool choice '${String(name)}' not found in 'tools' parameter.`);
}
