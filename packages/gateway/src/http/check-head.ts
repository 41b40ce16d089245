import type { IncomingMessage } from "node:http";
import { describeValue } from "@toolcrib/shared/errors";
import { GatewayError } from "../errors/gateway-error.ts";

/** A segment that means another one: `.` and `..`, also in their percent form. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Refuses a request whose head a proxy could read in another way than we do. Node's parser has already refused what makes the length of a
 * body ambiguous; this is about where the request goes and how its body is coded.
 */
export function checkHead({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): void {
  const [path = ""] = url.split("?", 1);
  // An absolute URL names a host of its own beside the Host header, and dots name another path than they seem to.
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

/** What the adapter to web standards could not make a request of, such as one with a Host that is none; told by the error's name alone. */
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
