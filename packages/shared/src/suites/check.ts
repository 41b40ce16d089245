/** One check of a contract's suite. It throws, or rejects, if the implementation breaks the contract. */
export interface Check {
  readonly title: string;
  readonly run: () => void | Promise<void>;
}

/** Throws with a reason unless a condition holds. */
export function assert(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new Error(reason);
}

/** Throws unless two values have the same JSON. */
export function assertSame(received: unknown, expected: unknown, subject: string): void {
  const [got, wanted] = [JSON.stringify(received), JSON.stringify(expected)];
  assert(got === wanted, `${subject}: expected ${wanted}, got ${got}`);
}

/** Runs checks one after the other and returns the titles of those that fail. */
export async function titlesOfFailedChecks(checks: readonly Check[]): Promise<string[]> {
  const titles: string[] = [];
  for (const { title, run } of checks) {
    try {
      await run();
    } catch {
      titles.push(title);
    }
  }
  return titles;
}
