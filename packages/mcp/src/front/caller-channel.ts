import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import type { CallerChannel, CallOptions } from "../pool/call-options.ts";
import { missingCapabilities } from "../pool/input-required.ts";
import { untouchedResult } from "../pool/untouched-result.ts";
import type { ServedCaller } from "./served-caller.ts";

/** How long a user may take to answer a server's question. */
export const questionMilliseconds = 600_000;

/** The call options from a session's request: cancellation, progress, `_meta`, and the channel to the client. */
export function callOptionsFor(
  context: ServerContext,
  caller: ServedCaller & { readonly session: unknown },
): CallOptions {
  const { progressToken, ...meta } = { ...context.mcpReq._meta };
  return {
    signal: context.mcpReq.signal,
    channel: channelTo(context, caller),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
    ...(progressToken === undefined ? {} : { onProgress: (progress) => sendProgress(context, progress) }),
  };
}

/** Sends progress to the client, with its own token. */
export function sendProgress(context: ServerContext, progress: object): void {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { ...progress, progressToken } as { progressToken: string | number; progress: number };
  context.mcpReq.notify({ method: "notifications/progress", params }).catch(ignore);
}

/** Forwards a log line if the client wants it. */
export function sendLog(context: ServerContext, { level, data, logger }: Readonly<Record<string, unknown>>): void {
  const name = typeof logger === "string" ? logger : undefined;
  context.mcpReq.log(level as Parameters<typeof context.mcpReq.log>[0], data, name).catch(ignore);
}

/** Throws if the client has not declared support for such a question. */
export function checkAnswers(
  { capabilities }: ServedCaller,
  method: string,
  params: Readonly<Record<string, unknown>> | undefined,
): void {
  if (missingCapabilities({ method, params }, capabilities) === undefined) return;
  throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `The client does not answer ${method}`);
}

function channelTo(context: ServerContext, caller: ServedCaller & { readonly session: unknown }): CallerChannel {
  return {
    caller: caller.session,
    capabilities: caller.capabilities,
    // The SDK filters by the log level that the client set for its session.
    logLevel: "debug",
    request: async (method, params, signal) => {
      checkAnswers(caller, method, params);
      const request = { method, ...(params === undefined ? {} : { params: { ...params } }) };
      return context.mcpReq.send(request, untouchedResult, { signal, timeout: questionMilliseconds });
    },
    log: (params) => sendLog(context, params),
  };
}

// The client is gone; the call behind it is already being cancelled.
function ignore(): void {}
