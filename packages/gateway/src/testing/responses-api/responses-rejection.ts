/** An error in OpenAI's envelope. */
export class ResponsesRejection extends Error {
  override readonly name = "ResponsesRejection";
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;

  constructor(message: string, options: { status?: number; code?: string | null; param?: string | null } = {}) {
    super(message);
    this.status = options.status ?? 400;
    this.code = options.code ?? null;
    this.param = options.param ?? null;
  }
}

export function rejectionResponse({ message, status, code, param }: ResponsesRejection): Response {
  const error = { message, type: "invalid_request_error", param, code };
  return Response.json({ error }, { status, headers: { "x-request-id": "req_strict" } });
}

export function unknownParameter(param: string): ResponsesRejection {
  return new ResponsesRejection(`Unknown parameter: '${param}'.`, { code: "unknown_parameter", param });
}

export function missingParameter(param: string): ResponsesRejection {
  return new ResponsesRejection(`Missing required parameter: '${param}'.`, {
    code: "missing_required_parameter",
    param,
  });
}

export function invalidValue(param: string, value: unknown, supported: readonly string[]): ResponsesRejection {
  const list = supported.map((name) => `'${name}'`).join(", ");
  return new ResponsesRejection(`Invalid value: '${String(value)}'. Supported values are: ${list}.`, {
    code: "invalid_value",
    param,
  });
}

export function invalidType(param: string, expected: string, value: unknown): ResponsesRejection {
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  return new ResponsesRejection(`Invalid type for '${param}': expected ${expected}, but got ${found} instead.`, {
    code: "invalid_type",
    param,
  });
}

export function tooLong(param: string, max: number, length: number): ResponsesRejection {
  return new ResponsesRejection(
    `Invalid '${param}': string too long. Expected a string with maximum length ${max}, but got a string with length ${length} instead.`,
    { code: "string_above_max_length", param },
  );
}
