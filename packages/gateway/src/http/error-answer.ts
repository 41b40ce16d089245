import type { Redactor } from "@toolcrib/core/redaction";
import { isToolcribError } from "@toolcrib/shared/errors";
import type { ClientDialect } from "../contracts/client-dialect.ts";
import type { ApiErrorBody } from "../contracts/inner-form.ts";
import { ConfigError } from "../errors/config-error.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import type { OpenTrace } from "../trace/create-trace-recorder.ts";
import type { HttpAnswer } from "./http-answer.ts";

/** An error as the client sees it. */
export interface WireError {
  readonly status: number;
  readonly body: ApiErrorBody;
  readonly retryAfterSeconds?: number | undefined;
  /** A bug in the gateway; logged with its stack. */
  readonly isUnexpected: boolean;
}

/** Errors of the store that are nobody's mistake who sends a request. */
const storeFailures: ReadonlySet<string> = new Set([
  "store_unreachable",
  "store_disk_full",
  "store_forbidden",
  "store_not_migrated",
]);

/** Converts an error for the client. Unexpected errors are sent without their text, which could contain anything. */
export function toWireError(error: unknown): WireError {
  if (error instanceof GatewayError || error instanceof UpstreamError) {
    const { status, body, retryAfterSeconds } = error;
    return { status, body, retryAfterSeconds, isUnexpected: false };
  }
  // A configuration error that only shows now, such as a package that does not load.
  if (error instanceof ConfigError) {
    const body: ApiErrorBody = { type: "error", error: { type: "api_error", message: error.summary } };
    return { status: 500, body, isUnexpected: true };
  }
  if (isToolcribError(error) && storeFailures.has(error.code)) {
    return toWireError(new GatewayError("store_unavailable", {}, { cause: error }));
  }
  // Such as one that can only be read for the moment.
  if (isDatabaseError(error)) return { ...toWireError(new GatewayError("store_unavailable", {})), isUnexpected: true };
  // The engine's checks of tools and messages: the client sent something invalid.
  if (isToolcribError(error)) {
    const body: ApiErrorBody = { type: "error", error: { type: "invalid_request_error", message: error.summary } };
    return { status: 400, body, isUnexpected: false };
  }
  const { status, body } = new GatewayError("internal", {});
  return { status, body, isUnexpected: true };
}

/** Whether PostgreSQL refused a statement: its errors have codes of five characters. */
function isDatabaseError(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { readonly code?: unknown; readonly severity?: unknown };
  return typeof severity === "string" && /^[0-9A-Z]{5}$/.test(String(code));
}

/** Errors about a field, which may quote its value. */
const quotingCodes: ReadonlySet<string> = new Set(["invalid_body", "invalid_parameter", "unsupported_parameter"]);

/** The error for the trace. The gateway's own errors may quote the body, so their text is kept only while content capture is on. */
export function recordedError(error: unknown, capturesContent: boolean): ApiErrorBody["error"] {
  const { type, message } = toWireError(error).body.error;
  if (capturesContent || !(error instanceof GatewayError)) return { type, message };
  if (error.code === "invalid_json") return { type, message: "The request body is not valid JSON." };
  const { field } = error.details as { readonly field?: string };
  return { type, message: quotingCodes.has(error.code) ? `${field}: not usable` : message };
}

/** The last step of a failed request; also its first, if it was refused before anything else. */
export function noteFailure(trace: OpenTrace, { status, body }: Pick<WireError, "status" | "body">): void {
  if (trace.steps.length === 0) trace.flow({ from: "client", to: "gateway", title: "Request" });
  if (status === 499) trace.flow({ from: "client", to: "gateway", title: "Client goes away" });
  else trace.flow({ from: "gateway", to: "client", title: `Error ${status}: ${body.error.type}`, payload: () => body });
}

/** The HTTP answer for an error, with the request's id in header and body. */
export function errorAnswer(
  { status, body, retryAfterSeconds }: WireError,
  dialect: ClientDialect,
  requestId: string,
  redactor: Redactor,
): HttpAnswer {
  return {
    status: dialect.statuses?.get(status) ?? status,
    headers: {
      "content-type": "application/json",
      [dialect.requestIdHeader ?? "request-id"]: requestId,
      ...(retryAfterSeconds !== undefined && { "retry-after": String(Math.ceil(retryAfterSeconds)) }),
    },
    body: encoded(redactor.value(body), dialect, requestId),
  };
}

/** Every request gets an answer, even if its dialect fails: then in the API's own format. */
function encoded(body: ApiErrorBody, dialect: ClientDialect, requestId: string): string {
  try {
    return JSON.stringify(dialect.encodeError(body, requestId));
  } catch {
    return JSON.stringify({ ...body, request_id: requestId });
  }
}
