import type { ParsedRequest } from "../../contracts/client-dialect.ts";
import { chatDialect } from "../../dialects/openai/chat/client/chat-dialect.ts";

/** A body of the Chat Completions API as the gateway reads it for an upstream of another dialect. */
export function parseChatBody(body: unknown): ParsedRequest {
  const parsed = chatDialect.createParser()({
    kind: "messages",
    headers: { authorization: "Bearer key" },
    body: [Buffer.from(JSON.stringify(body))],
    limits: { bodyBytes: 33_554_432, tools: 10, deferredTools: 5 },
    kept: { get: () => undefined, set: () => {}, delete: () => {}, isTaken: () => false },
    later: (work) => work(),
  });
  if (parsed.rejection !== undefined) throw parsed.rejection;
  return parsed;
}

/** The parameter and the code of the error that a body is rejected with. */
export function rejectionOf(body: unknown): { readonly param: unknown; readonly code: unknown } {
  try {
    parseChatBody(body);
  } catch (error) {
    const { status, body: inner } = error as { readonly status: number; readonly body: never };
    if (status !== 400) throw error;
    const encoded = chatDialect.encodeError(inner, "req_1") as { readonly error: Record<string, unknown> };
    return { param: encoded.error["param"], code: encoded.error["code"] };
  }
  return { param: undefined, code: undefined };
}
