import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The SDK throws a plain error for invalid params, which would be reported as an internal error. */
export function asInvalidParams(method: string, error: unknown): unknown {
  const issue = error instanceof Error && error.constructor === Error ? firstIssue(error.message) : undefined;
  if (issue === undefined) return error;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid params for ${method}: ${issue.path.join(".")}: ${issue.message}`,
  );
}

/** The first zod issue, which the SDK puts in the text of its error. */
function firstIssue(text: string): Issue | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    const [issue] = JSON.parse(text) as readonly Partial<Issue>[];
    return Array.isArray(issue?.path) && typeof issue.message === "string" ? (issue as Issue) : undefined;
  } catch {
    return undefined;
  }
}
