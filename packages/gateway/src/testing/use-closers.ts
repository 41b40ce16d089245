import { afterEach } from "vitest";

type Closer = (() => unknown) | { close(): Promise<void> };

/** What a test adds to this list is closed after it, the newest first. */
export function useClosers(): Closer[] {
  const closers: Closer[] = [];
  afterEach(async () => {
    for (const closer of closers.splice(0).toReversed()) {
      await (typeof closer === "function" ? closer() : closer.close());
    }
  });
  return closers;
}
