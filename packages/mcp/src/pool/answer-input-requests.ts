import { randomUUID } from "node:crypto";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import type { CallerChannel, CallOptions } from "./call-options.ts";
import {
  type InputRequest,
  type InputRequired,
  missingCapabilities,
  type Resumption,
  readInputRequests,
} from "./input-required.ts";

/** The delay before a request is repeated for a server that asks no question. */
const pauseMilliseconds = 250;

/** Forwards the server's questions to the caller; throws with the question if there is nobody to ask. */
export async function answerInputRequests(
  result: InputRequired,
  server: string,
  { channel, signal }: CallOptions,
): Promise<Resumption> {
  const { requestState } = result;
  const state = requestState === undefined ? {} : { requestState };
  try {
    const requests = [...readInputRequests(result)];
    if (requests.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
      signal?.throwIfAborted();
      return state;
    }
    const answers = await Promise.all(
      requests.map(async ([key, request]) => [key, await ask(channel, request, signal)] as const),
    );
    return { ...state, inputResponses: Object.fromEntries(answers) };
  } catch (error) {
    signal?.throwIfAborted();
    throw new McpError("input_unanswered", { server, reason: reasonOf(error) }, { cause: error });
  }
}

async function ask(
  channel: CallerChannel | undefined,
  request: InputRequest,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const { method, params } = request;
  if (channel === undefined || missingCapabilities(request, channel.capabilities) !== undefined) {
    const message = typeof params?.["message"] === "string" ? ` (${params["message"]})` : "";
    throw new Error(`it asks for ${method}${message}, and the caller does not answer that`);
  }
  return channel.request(method, asBefore2026(request), signal ?? new AbortController().signal);
}

/** A question in the 2025 format, where a page to visit has an id. */
function asBefore2026({ method, params }: InputRequest): InputRequest["params"] {
  if (method !== "elicitation/create" || params?.["mode"] !== "url") return params;
  return { elicitationId: randomUUID(), ...params };
}
