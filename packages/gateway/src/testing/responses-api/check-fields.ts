import { OpenAiRejection } from "../openai/strict-api.ts";
import { invalidType, invalidValue, missingParameter, tooLong, unknownParameter } from "./responses-rejection.ts";
import type { ResponsesRequest, WireTool } from "./responses-request.ts";

const fields = [
  "background", "client_metadata", "context_management", "conversation", "include", "input", "instructions", "max_output_tokens",
  "max_tool_calls", "metadata", "model", "moderation", "parallel_tool_calls", "previous_response_id", "prompt", "prompt_cache_key",
  "prompt_cache_options", "prompt_cache_retention", "reasoning", "safety_identifier", "service_tier", "store", "stream",
  "stream_options", "temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user",
]; // biome-ignore format: a list
const toolFields: Readonly<Record<string, readonly string[]>> = {
  function: [
    "type",
    "name",
    "description",
    "parameters",
    "strict",
    "defer_loading",
    "async",
    "allowed_callers",
    "output_schema",
  ],
  custom: ["type", "name", "description", "format", "defer_loading", "async", "allowed_callers"],
  namespace: ["type", "name", "description", "tools"],
  tool_search: ["type", "execution", "description", "parameters"],
  web_search: ["type", "filters", "search_context_size", "user_location"],
};
const includable = [
  "file_search_call.results",
  "web_search_call.results",
  "web_search_call.action.sources",
  "message.input_image.image_url",
  "computer_call_output.output.image_url",
  "code_interpreter_call.outputs",
  "reasoning.encrypted_content",
  "message.output_text.logprobs",
];
const namePattern = /^[a-zA-Z0-9_-]+$/;

/** Models that do not reason refuse what belongs to it. */
export interface ModelRules {
  readonly reasons: boolean;
}

/** Refuses what the API refuses of everything but the items. */
export function checkFields(body: ResponsesRequest, { reasons }: ModelRules): void {
  for (const field of Object.keys(body)) if (!fields.includes(field)) throw unknownParameter(field);
  if (typeof body.model !== "string") throw missingParameter("model");
  checkTools(body.tools ?? [], "tools");
  checkChoice(body);
  checkNumber(body["max_output_tokens"], "max_output_tokens", 16);
  body.include?.forEach((name, index) => {
    if (!includable.includes(name)) throw invalidValue(`include[${index}]`, name, includable);
  });
  checkLength(body["safety_identifier"], "safety_identifier", 64);
  checkLength(body["prompt_cache_key"], "prompt_cache_key", 64);
  checkFormat(body["text"]);
  const previous = body["previous_response_id"];
  if (previous !== undefined && previous !== null) {
    throw new OpenAiRejection(
      `Previous response with id '${JSON.stringify(previous).replaceAll('"', "")}' not found.`,
      {
        code: "previous_response_not_found",
        param: "previous_response_id",
      },
    );
  }
  checkModel(body, reasons);
}

function checkModel(body: ResponsesRequest, reasons: boolean): void {
  const refused = reasons ? ["temperature", "top_p"] : ["reasoning"];
  for (const field of refused) {
    if (body[field] === undefined || body[field] === null) continue;
    const param = field === "reasoning" ? "reasoning.effort" : field;
    throw new OpenAiRejection(`Unsupported parameter: '${param}' is not supported with this model.`, {
      param,
      code: field === "reasoning" ? "unsupported_parameter" : null,
    });
  }
  if (!reasons && body.include?.includes("reasoning.encrypted_content") === true) {
    throw new OpenAiRejection("Encrypted content is not supported with this model.", { param: "include" });
  }
}

function checkTools(tools: readonly WireTool[], place: string): void {
  const names = new Set<string>();
  tools.forEach((tool, index) => {
    const field = `${place}[${index}]`;
    const known = toolFields[tool.type];
    if (known === undefined) throw invalidValue(`${field}.type`, tool.type, Object.keys(toolFields));
    for (const name of Object.keys(tool)) if (!known.includes(name)) throw unknownParameter(`${field}.${name}`);
    if (tool.name === undefined) {
      if (known.includes("name")) throw missingParameter(`${field}.name`);
      return;
    }
    if (tool.name.length > 64) throw tooLong(`${field}.name`, 64, tool.name.length);
    if (!namePattern.test(tool.name)) {
      throw new OpenAiRejection(
        `Invalid '${field}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        { code: "invalid_value", param: `${field}.name` },
      );
    }
    if (names.has(tool.name)) throw new OpenAiRejection(`Duplicate tool name: '${tool.name}'.`, { param: "tools" });
    names.add(tool.name);
    if (tool.type === "namespace") checkTools(tool.tools ?? [], `${field}.tools`);
    if (tool.type === "function") checkSchema(tool, field);
  });
}

function checkSchema({ name, parameters, strict }: WireTool, field: string): void {
  if (parameters === undefined) throw missingParameter(`${field}.parameters`);
  if (parameters === null) return;
  const { type, properties, additionalProperties, required } = parameters as Readonly<Record<string, unknown>>;
  const say = (problem: string) =>
    new OpenAiRejection(`Invalid schema for function '${name}': ${problem}`, {
      code: "invalid_function_parameters",
      param: `${field}.parameters`,
    });
  if (type !== "object") throw say(`schema must be a JSON Schema of 'type: "object"', got 'type: "${String(type)}"'.`);
  if (properties === undefined) throw say("In context=(), object schema missing properties.");
  if (strict === false) return;
  if (additionalProperties !== false) {
    throw say("In context=(), 'additionalProperties' is required to be supplied and to be false.");
  }
  const missing = Object.keys(properties as object).find((key) => !(required as string[] | undefined)?.includes(key));
  if (missing !== undefined) {
    throw say(
      `In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`,
    );
  }
}

function checkChoice({ tools = [], tool_choice: choice }: ResponsesRequest): void {
  if (choice === undefined || choice === null) return;
  if (typeof choice === "string") {
    if (!["none", "auto", "required"].includes(choice))
      throw invalidValue("tool_choice", choice, ["none", "auto", "required"]);
    if (choice === "required" && tools.length === 0) {
      throw new OpenAiRejection("Tool choice 'required' must be specified with 'tools' parameter.", {
        param: "tool_choice",
      });
    }
    return;
  }
  const { type, name, tools: allowed = [] } = choice as { type?: string; name?: string; tools?: readonly WireTool[] };
  const named = type === "allowed_tools" ? allowed : [{ type, name }];
  for (const entry of named) {
    if (entry.name !== undefined && !tools.some((tool) => tool.name === entry.name && tool.type === entry.type)) {
      throw new OpenAiRejection(`Tool choice '${entry.name}' not found in 'tools' parameter.`, {
        param: "tool_choice",
      });
    }
  }
}

function checkFormat(text: unknown): void {
  const { format } = (text ?? {}) as { readonly format?: Readonly<Record<string, unknown>> };
  if (format === undefined || format["type"] !== "json_schema") return;
  if (typeof format["name"] !== "string") throw missingParameter("text.format.name");
  if (format["schema"] === undefined) throw missingParameter("text.format.schema");
}

function checkNumber(value: unknown, field: string, min: number): void {
  if (value === undefined || value === null) return;
  if (typeof value !== "number") throw invalidType(field, "an integer", value);
  if (value >= min) return;
  throw new OpenAiRejection(
    `Invalid '${field}': integer below minimum value. Expected a value >= ${min}, but got ${value} instead.`,
    { code: "integer_below_min_value", param: field },
  );
}

function checkLength(value: unknown, field: string, max: number): void {
  if (typeof value === "string" && value.length > max) throw tooLong(field, max, value.length);
}
