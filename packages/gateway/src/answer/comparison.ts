import { allToolsLoader } from "@toolcrib/core/loaders";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { ComparisonSide } from "../contracts/comparison.ts";
import { clientIds, nameSession } from "../conversation/client-scope.ts";
import { chooseSide } from "../savings/choose-side.ts";
import { conversationId } from "../trace/conversation-id.ts";
import type { Turn } from "../turn/turn.ts";
import type { WrittenRequest } from "../turn/write-request.ts";

/**
 * The side of a request whose tools would be deferred, while conversations are compared. A client that defers itself is left out: it
 * may not have sent all its tools.
 */
export function comparisonOf({ request, execution }: Turn, { prepared }: WrittenRequest): ComparisonSide | undefined {
  const { withoutDeferralShare: share = 0, searchable } = request;
  const isOurs = (execution === "injected" || execution === "server-search") && searchable === undefined;
  return share > 0 && isOurs && prepared.gate.isOn ? chooseSide(conversationOf(request), share) : undefined;
}

/** The request with every tool loaded, and no longer compared. */
export function withAllLoaded(request: ClientRequest): ClientRequest {
  return {
    ...request,
    withoutDeferralShare: 0,
    route: { ...request.route, loader: allToolsLoader.name, inject: "off" },
  };
}

/** Credentials are not part of it: a token that is renewed must not change the side. */
function conversationOf(request: ClientRequest): string {
  const ids = clientIds(request);
  const caller = request.caller ?? "";
  return nameSession(ids) ? JSON.stringify([caller, ...ids]) : conversationId(request.body.messages, [caller, ...ids]);
}
