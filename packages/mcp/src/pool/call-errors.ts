import {
  InsufficientScopeError,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { parseJson } from "@toolcrib/shared/json";
import type { ServerEntry } from "../config/server-entry.ts";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { messageTooLargeCode } from "../wire/message-limit.ts";
import { modernErrors, type ProtocolEra } from "../wire/protocol-era.ts";
import { streamEndedCode } from "./http-client-transport.ts";
import type { ResolvedPoolOptions } from "./pool-options.ts";

/**
 * Whether the connection must be reopened: the server lost the session, or no longer supports the negotiated version.
 * Nothing was run in that case, so that a call may be repeated.
 */
export function isConnectionOutdated(error: unknown, era: ProtocolEra): boolean {
  if (era === "legacy") return error instanceof SdkHttpError && error.status === 404;
  return error instanceof ProtocolError && error.code === modernErrors.unsupportedVersion;
}

/** Whether a request failed on the network. Others of the same connection may still be answered. */
export function isNetworkFailure(error: unknown): error is TypeError {
  return error instanceof TypeError && error.message.includes("fetch failed");
}

/** Whether a request failed before it was sent, so that it can be sent again: no connection could be opened for it. */
export function isNeverSent(error: unknown): boolean {
  return isNetworkFailure(error) && isFailedConnect(error.cause);
}

function isFailedConnect(cause: unknown): boolean {
  // Several addresses of a host were tried.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(isFailedConnect);
  const { syscall, code } = (cause ?? {}) as { readonly syscall?: unknown; readonly code?: unknown };
  return syscall === "connect" || syscall === "getaddrinfo" || code === "UND_ERR_CONNECT_TIMEOUT";
}

/** Whether a user must log in, or log in again with more scope. */
export function isLoginWanted(error: unknown): boolean {
  if (error instanceof UnauthorizedError || error instanceof InsufficientScopeError) return true;
  return error instanceof SdkHttpError && error.status === 401;
}

/** The error for such a case: that of the pool's owner, if it gives one. */
export function loginWanted(
  entry: ServerEntry,
  cause: unknown,
  { loginWanted: explain }: Pick<ResolvedPoolOptions, "loginWanted">,
): McpError {
  if (explain !== undefined && entry.transport !== "stdio") return explain(entry, cause);
  return new McpError("authorization_required", { server: entry.name }, { cause });
}

/** The server's own error response, which is passed on unchanged. */
export function serverErrorOf(error: unknown): ProtocolError | undefined {
  if (error instanceof ProtocolError) return localCodes.has(error.code) ? undefined : error;
  if (error instanceof SdkError && error.code === SdkErrorCode.MethodNotSupportedByProtocolVersion) {
    return new ProtocolError(ProtocolErrorCode.MethodNotFound, reasonOf(error));
  }
  // Since 2026 the status for an unknown method is 404, which the SDK treats as an HTTP failure.
  return error instanceof SdkHttpError && error.status === 404 ? errorInBody(error.data["text"]) : undefined;
}

/** Why a call has no result; `reason` is what is known about the server. */
export function callError(error: unknown, server: string, reason: string, callMilliseconds: number): McpError {
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return new McpError("call_timed_out", { server, seconds: callMilliseconds / 1_000 }, { cause: error });
  }
  if (error instanceof SdkError && invalidAnswers.has(error.code)) {
    return new McpError("answer_invalid", { server, reason }, { cause: error });
  }
  if (error instanceof ProtocolError && error.code === messageTooLargeCode) {
    return new McpError("answer_too_large", { server, reason: reasonOf(error) }, { cause: error });
  }
  const code = error instanceof SdkHttpError || isNeverSent(error) ? "server_failed" : "server_lost";
  return new McpError(code, { server, reason }, { cause: error });
}

const localCodes: ReadonlySet<number> = new Set([streamEndedCode, messageTooLargeCode]);

const invalidAnswers: ReadonlySet<SdkErrorCode> = new Set([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.ClientHttpUnexpectedContent,
]);

function errorInBody(text: unknown): ProtocolError | undefined {
  const { error } = (parseJson(String(text)) ?? {}) as {
    readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
  };
  if (typeof error?.code !== "number") return undefined;
  return ProtocolError.fromError(error.code, typeof error.message === "string" ? error.message : "", error.data);
}
