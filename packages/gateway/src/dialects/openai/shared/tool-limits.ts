import type { Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import type { ReceivedRequest } from "../../../contracts/client-dialect.ts";
import { GatewayError } from "../../../errors/gateway-error.ts";

export function checkToolLimits(tools: readonly Tool[], limits: ReceivedRequest["limits"]): void {
  if (tools.length > limits.tools) {
    throw new GatewayError("too_many_tools", { limit: limits.tools, received: tools.length });
  }
  const deferred = countDeferred(tools);
  if (deferred > limits.deferredTools) {
    throw new GatewayError("too_many_deferred_tools", { limit: limits.deferredTools, received: deferred });
  }
}

const countDeferred = oncePer(
  (tools: readonly Tool[]) => tools.filter(({ defer_loading }) => defer_loading === true).length,
);
