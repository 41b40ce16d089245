import { randomUUID } from "node:crypto";
import type { Store, StoreKey } from "@toolcrib/store";

/** Longer than any request to an authorization server takes, so that a lock never ends while its holder waits for one. */
const leaseMilliseconds = 30_000;
const pauseMilliseconds = 50;

interface Lease {
  readonly holder: string;
  readonly until: number;
}

/**
 * Runs `work` while no other process does. While another one holds the lock, asks again and again whether the work is still
 * needed. Returns false if it was not.
 */
export async function underLock(
  { store, now }: { readonly store: Store; readonly now: () => number },
  key: StoreKey,
  isNeeded: () => Promise<boolean>,
  work: () => Promise<void>,
): Promise<boolean> {
  const holder = randomUUID();
  while (await isNeeded()) {
    if (await take(store, key, holder, now)) {
      try {
        // Whoever held it before may have done the work.
        if (!(await isNeeded())) return false;
        await work();
        return true;
      } finally {
        await release(store, key, holder).catch(() => {});
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  }
  return false;
}

async function take(store: Store, key: StoreKey, holder: string, now: () => number): Promise<boolean> {
  const [known] = (await store.get([key])) as readonly [Lease | undefined];
  if (known !== undefined && known.until > now()) return false;
  const lease = (await store.update(
    key,
    (value) => {
      const current = value as Lease | undefined;
      const isFree = current === undefined || current.until <= now();
      return isFree ? ({ holder, until: now() + leaseMilliseconds } satisfies Lease) : current;
    },
    { milliseconds: leaseMilliseconds },
  )) as Lease;
  return lease.holder === holder;
}

async function release(store: Store, key: StoreKey, holder: string): Promise<void> {
  const keepOthers = (value: object | undefined) =>
    (value as Lease | undefined)?.holder === holder ? undefined : value;
  await store.update(key, keepOthers, { milliseconds: leaseMilliseconds });
}
