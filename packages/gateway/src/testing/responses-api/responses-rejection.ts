import { OpenAiRejection } from "../openai/strict-api.ts";

export function unknownParameter(param: string): OpenAiRejection {
  return new OpenAiRejection(`Unknown parameter: '${param}'.`, { code: "unknown_parameter", param });
}

export function missingParameter(param: string): OpenAiRejection {
  return new OpenAiRejection(`Missing required parameter: '${param}'.`, {
    code: "missing_required_parameter",
    param,
  });
}

export function invalidValue(param: string, value: unknown, supported: readonly string[]): OpenAiRejection {
  const list = supported.map((name) => `'${name}'`).join(", ");
  return new OpenAiRejection(`Invalid value: '${String(value)}'. Supported values are: ${list}.`, {
    code: "invalid_value",
    param,
  });
}

export function invalidType(param: string, expected: string, value: unknown): OpenAiRejection {
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  return new OpenAiRejection(`Invalid type for '${param}': expected ${expected}, but got ${found} instead.`, {
    code: "invalid_type",
    param,
  });
}

export function tooLong(param: string, max: number, length: number): OpenAiRejection {
  return new OpenAiRejection(
    `Invalid '${param}': string too long. Expected a string with maximum length ${max}, but got a string with length ${length} instead.`,
    { code: "string_above_max_length", param },
  );
}
