import type { GateReason } from "@toolcrib/core";
import type { RequestCatalogue } from "../catalogue/request-catalogue.ts";
import type { ClientRequest, TurnAnswer } from "../contracts/turn.ts";
import type { UpstreamCall } from "../contracts/upstream.ts";
import { conversationKey } from "../conversation/conversation-key.ts";
import { estimateTokens } from "./count-tokens.ts";
import { forward } from "./forward.ts";
import type { Inside } from "./inside.ts";

/** Off is off: the client's bytes go up, and the upstream's come back; by the dialect's own calls where bytes cannot. */
export async function passThrough(
  request: ClientRequest,
  catalogue: RequestCatalogue,
  { now }: Inside,
  reason: GateReason = "nothing_to_defer",
): Promise<TurnAnswer> {
  const { body, route, trace } = request;
  const count = catalogue.tools.length;
  trace.note({
    execution: "passed-through",
    gate: { isOn: false, reason },
    conversation: conversationKey(body.messages, request.credentials),
    tools: { received: count, eager: count, deferred: 0, sent: count, found: [] },
  });
  const forwarded = await forward(request, false);
  if (forwarded !== undefined) return forwarded;
  const model = route.model ?? body.model;
  const call: UpstreamCall = { ...request, body: { ...body, model } };
  if (request.kind === "count_tokens") {
    const inputTokens = (await route.upstream.doCountTokens?.(call)) ?? estimateTokens(call.body);
    return { kind: "counted", inputTokens };
  }
  const startedAt = now();
  const record = (status: number) =>
    trace.upstreamCall({ upstream: route.upstream.name, model, status, milliseconds: now() - startedAt, retries: [] });
  try {
    const answer: TurnAnswer =
      body.stream === true
        ? { kind: "streamed", events: await route.upstream.doStream(call) }
        : { kind: "whole", message: await route.upstream.doGenerate(call) };
    record(200);
    return answer;
  } catch (error) {
    record((error as { readonly status?: number }).status ?? 500);
    throw error;
  }
}
