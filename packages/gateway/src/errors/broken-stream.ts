import { UpstreamError } from "./upstream-error.ts";

/** The error for a stream that cannot be read any further. */
export function brokenStream(problem: string, cause?: unknown): UpstreamError {
  return new UpstreamError(
    502,
    { type: "api_error", message: `The upstream's stream is broken: ${problem}.` },
    { cause },
  );
}
