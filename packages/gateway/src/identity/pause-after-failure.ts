import { unavailable } from "./unavailable.ts";

/** An issuer that does not answer is asked again after this time, whatever number of tokens comes in between. */
const pauseMilliseconds = 1_000;

/**
 * Reads something from the issuer, once for everybody who asks at the same moment, and not again right after a failure. The clock is
 * monotonic: one that is set back would make the pause as long as the jump.
 */
export function pauseAfterFailure<Value>(read: () => Promise<Value>, clock: () => number): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  let failedAt = -Infinity;
  const start = async (): Promise<Value> => {
    try {
      return await read();
    } catch (error) {
      failedAt = clock();
      throw error;
    }
  };
  return () => {
    if (reading === undefined && clock() - failedAt < pauseMilliseconds) {
      return Promise.reject(unavailable("it did not answer a moment ago"));
    }
    reading ??= start().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
