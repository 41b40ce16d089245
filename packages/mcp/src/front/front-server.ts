import { type JSONRPCRequest, type Result, Server, type ServerContext } from "@modelcontextprotocol/server";
import { asInvalidParams } from "./invalid-params.ts";

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The SDK's server without its validation of tool calls and results, which the servers behind the front also do: calls
 * must be fast, and unknown fields must pass through.
 */
export class FrontServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = method === "tools/call" ? handler : super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        throw asInvalidParams(method, error);
      }
    };
  }
}
