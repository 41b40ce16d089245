import type { IncomingMessage } from "node:http";
import { describeValue } from "@toolcrib/shared/errors";
import { GatewayError } from "../errors/gateway-error.ts";

/** Dot segments (`.` and `..`), also percent-encoded. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Refuses a request whose head a proxy could interpret differently. Node's parser already refuses heads that make the length of the
 * body ambiguous; this checks the target and the encoding of the body.
 */
export function checkHead({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): void {
  const [path = ""] = url.split("?", 1);
  // An absolute URL names a second host besides the Host header, and dot segments resolve to a different path.
  if (!url.startsWith("/") || url.includes("#") || path.includes("\\") || dotSegment.test(path)) {
    throw refusal("target", "a path from the root without dot segments", url);
  }
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.trim().toLowerCase() !== "chunked") {
    throw refusal("transfer-encoding", "chunked or none", coding);
  }
  const { expect } = headers;
  if (expect !== undefined && expect.trim().toLowerCase() !== "100-continue") {
    throw refusal("expect", "100-continue or none", expect);
  }
}

/** Recognises, by name, the error of the web adapter for requests that it cannot convert, such as one with an invalid Host. */
export function unreadableHead(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== "RequestError") return error;
  return new GatewayError("invalid_head", {
    part: "Host and target",
    expected: "a host and a path",
    received: error.message,
  });
}

function refusal(part: string, expected: string, received: string): GatewayError {
  return new GatewayError("invalid_head", { part, expected, received: describeValue(received) });
}
