import type { Upstream } from "../../contracts/upstream.ts";
import type { UpstreamUnderTest } from "../../suites/index.ts";
import type { ContractServer } from "./scripted-server.ts";

/** An upstream in front of a scripted server, for `upstreamSuite`. */
export function inFrontOf(server: ContractServer, upstream: Upstream): UpstreamUnderTest {
  const { bodies, rejected, abandoned, close: stop } = server;
  return { upstream, received: () => bodies, rejected: () => rejected, abandoned, stop };
}
