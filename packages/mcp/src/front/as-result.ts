import type { HandlerResultTypeMap, RequestMethod } from "@modelcontextprotocol/server";

/** A result as the SDK wants to see it. Servers' own fields go through as they came, which is more than its types know of. */
export function asResult<Method extends RequestMethod>(result: object): HandlerResultTypeMap[Method] {
  return result as HandlerResultTypeMap[Method];
}
