import type { MessagesBody } from "../contracts/inner-form.ts";
import type { UpstreamCall } from "../contracts/upstream.ts";

/** A call with a client's own key. */
export function callOf(body: MessagesBody, signal: AbortSignal = new AbortController().signal): UpstreamCall {
  return { body, betas: [], apiVersion: "2026-10-21", credentials: { apiKey: "client-key" }, signal };
}
