import { SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { McpError } from "../errors/mcp-error.ts";

/** Whether the server forgot the session. It did nothing then: the one case in which a call may be made again. */
export function isSessionGone(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}

/** Whether the server cannot be reached any more, so that the connection is of no use. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes("fetch failed");
}

/** Whether the server speaks a version of the protocol that has no such request. */
export function isUnknownToServer(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.MethodNotSupportedByProtocolVersion;
}

/** Why a call has no answer; `reason` is what is known about the server. */
export function callError(error: unknown, server: string, reason: string, callMilliseconds: number): McpError {
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return new McpError("call_timed_out", { server, seconds: callMilliseconds / 1_000 }, { cause: error });
  }
  const code = error instanceof SdkHttpError ? "server_failed" : "server_lost";
  return new McpError(code, { server, reason }, { cause: error });
}
