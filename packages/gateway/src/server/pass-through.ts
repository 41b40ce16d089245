import type { AnswerRequest, ClientRequest } from "../contracts/turn.ts";
import type { UpstreamCall } from "../contracts/upstream.ts";

/** Passes requests on without looking into their tools: byte for byte where the upstream speaks the client's dialect. */
export const passThrough: AnswerRequest = async (request) => {
  const { body, kind, route, signal, raw } = request;
  const { upstream } = route;
  if (upstream.doForward !== undefined) return { kind: "forwarded", response: await upstream.doForward(raw) };
  const call = upstreamCall(request);
  if (kind === "count_tokens") return { kind: "counted", inputTokens: (await upstream.doCountTokens?.(call)) ?? 0 };
  if (body.stream === true) return { kind: "streamed", events: await upstream.doStream({ ...call, signal }) };
  return { kind: "whole", message: await upstream.doGenerate(call) };
};

function upstreamCall({ body, betas, apiVersion, credentials, route, signal }: ClientRequest): UpstreamCall {
  return { body: { ...body, model: route.model ?? body.model }, betas, apiVersion, credentials, signal };
}
