/** An error in OpenAI's envelope. */
export class ChatRejection extends Error {
  override readonly name = "ChatRejection";
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;

  constructor(message: string, options: { status?: number; code?: string; param?: string } = {}) {
    super(message);
    this.status = options.status ?? 400;
    this.code = options.code ?? null;
    this.param = options.param ?? null;
  }
}

export function chatRejectionResponse({ message, status, code, param }: ChatRejection): Response {
  const error = { message, type: status === 401 ? "authentication_error" : "invalid_request_error", param, code };
  return Response.json({ error }, { status, headers: { "x-request-id": "req_strict" } });
}
