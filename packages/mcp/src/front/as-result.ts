import type { HandlerResultTypeMap, RequestMethod } from "@modelcontextprotocol/server";

/** A result in the SDK's type. Servers' own fields pass through unchanged, although the type does not know them. */
export function asResult<Method extends RequestMethod>(result: object): HandlerResultTypeMap[Method] {
  return result as HandlerResultTypeMap[Method];
}
