/** An error response of the API, with its own message. */
export class ApiRejection extends Error {
  override readonly name = "ApiRejection";
  readonly status: number;
  readonly type: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, options: { status?: number; type?: string; details?: Record<string, unknown> } = {}) {
    super(message);
    this.status = options.status ?? 400;
    this.type = options.type ?? "invalid_request_error";
    this.details = options.details;
  }
}

export function rejectionResponse({ message, status, type, details }: ApiRejection): Response {
  const error = { type, message, ...(details === undefined ? {} : { details }) };
  return Response.json(
    { type: "error", error, request_id: "req_strict" },
    { status, headers: { "request-id": "req_strict" } },
  );
}
