import { afterEach } from "vitest";

/** What a test puts here is closed after it, in this order. */
export function useClosers(): { close(): Promise<void> }[] {
  const closers: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const closer of closers.splice(0)) await closer.close();
  });
  return closers;
}
