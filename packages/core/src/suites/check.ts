/** One check of a contract's suite. It throws, or rejects, where the implementation breaks the contract. */
export interface Check {
  readonly title: string;
  readonly run: () => void | Promise<void>;
}

/** Throws with a reason unless something holds. */
export function require(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new Error(reason);
}

/** Throws unless two values are written alike. */
export function requireSame(received: unknown, expected: unknown, subject: string): void {
  const [got, wanted] = [JSON.stringify(received), JSON.stringify(expected)];
  require(got === wanted, `${subject}: expected ${wanted}, got ${got}`);
}
