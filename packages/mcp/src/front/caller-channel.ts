import {
  type ClientCapabilities,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { CallerChannel, CallOptions } from "../pool/call-options.ts";
import { untouchedResult } from "../pool/untouched-result.ts";

/** How long a user may think about a question that a server asks. */
const questionMilliseconds = 600_000;

const capabilityFor: Readonly<Record<string, keyof ClientCapabilities>> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
};

/** What a client's request brings along for the call behind it: cancellation, progress, `_meta`, and the way back to the client. */
export function callOptionsFor(server: Server, context: ServerContext, caller: unknown): CallOptions {
  const { progressToken, ...meta } = { ...context.mcpReq._meta };
  return {
    signal: context.mcpReq.signal,
    channel: channelTo(server, context, caller),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
    ...(progressToken === undefined
      ? {}
      : {
          onProgress: (progress) => {
            const params = { ...progress, progressToken };
            context.mcpReq.notify({ method: "notifications/progress", params }).catch(ignore);
          },
        }),
  };
}

function channelTo(server: Server, context: ServerContext, caller: unknown): CallerChannel {
  return {
    caller,
    request: async (method, params, signal) => {
      const capability = capabilityFor[method];
      if (capability === undefined || server.getClientCapabilities()?.[capability] === undefined) {
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `The client does not answer ${method}`);
      }
      const request = { method, ...(params === undefined ? {} : { params: { ...params } }) };
      return context.mcpReq.send(request, untouchedResult, { signal, timeout: questionMilliseconds });
    },
    log: ({ level, data, logger }) => {
      const name = typeof logger === "string" ? logger : undefined;
      context.mcpReq.log(level as Parameters<typeof context.mcpReq.log>[0], data, name).catch(ignore);
    },
  };
}

// The client is gone; the call behind it is being cancelled already.
function ignore(): void {}
