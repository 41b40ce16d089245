import { statusOfErrorType } from "../../../errors/error-types.ts";
import { promptTooLong } from "./prompt-too-long.ts";

/** The status by which other APIs say that they are overloaded. */
export const overloadedElsewhere = 503;

const quotaWords = /insufficient_quota|exceeded your current quota/i;

/** The status in the inner form of an error that another API answered with. `code` is the API's own name for it. */
export function innerStatus(status: number, message: string, code = ""): number {
  if (status === 422) return 400;
  if (status === 413 && promptTooLong(message) !== undefined) return 400;
  // An exhausted quota does not recover by itself; the inner form has a separate status for billing.
  if (status === 429 && (quotaWords.test(code) || quotaWords.test(message))) return statusOfErrorType("billing_error");
  return status === overloadedElsewhere ? statusOfErrorType("overloaded_error") : status;
}
