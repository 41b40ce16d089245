import type { Store, StoreKey } from "../contract/store.ts";
import { StoreError } from "../errors/store-error.ts";
import { readSealed, type SecretBox } from "./secret-box.ts";

/** What became of the secrets of a store. */
export interface SecretsReport {
  /** How many there are. */
  readonly secrets: number;
  /** How many were encrypted with the first key already. */
  readonly current: number;
  /** How many are encrypted with it now; in a dry run, how many would be. */
  readonly reencrypted: number;
  /** How many cannot be decrypted, by the reason. */
  readonly failed: Readonly<Record<string, number>>;
}

export interface ReencryptOptions {
  readonly namespaces: readonly string[];
  readonly now: () => number;
  readonly dryRun?: boolean | undefined;
}

const pageSize = 500;

/**
 * Encrypts secrets with the first key that are encrypted with another one, so that the others can be given up. Gateways may keep
 * running, if they have all keys.
 */
export async function reencryptSecrets(
  store: Store,
  box: SecretBox,
  { namespaces, now, dryRun = false }: ReencryptOptions,
): Promise<SecretsReport> {
  const failed: Record<string, number> = {};
  let secrets = 0;
  let current = 0;
  let reencrypted = 0;
  const take = async (key: StoreKey, stored: object): Promise<void> => {
    secrets++;
    try {
      box.open(stored, key);
      const { key: id, until } = readSealed(stored, key);
      if (id === box.keyId) current++;
      else {
        const retention = { milliseconds: Math.max(1, until - now()) };
        // From what is stored at that moment: a gateway may have changed it since.
        if (!dryRun) await store.update(key, (value) => value && renewed(value, key, box), retention);
        reencrypted++;
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      failed[error.code] = (failed[error.code] ?? 0) + 1;
    }
  };
  for (const namespace of namespaces) {
    for await (const page of pagesOf(store, namespace)) {
      const values = await store.get(page);
      for (const [position, key] of page.entries()) {
        const stored = values[position];
        if (stored !== undefined) await take(key, stored);
      }
    }
  }
  return { secrets, current, reencrypted, failed };
}

function renewed(stored: object, key: StoreKey, box: SecretBox): object {
  return box.seal(box.open(stored, key), key, readSealed(stored, key).until);
}

/** The keys of a namespace, page by page. */
async function* pagesOf(store: Store, namespace: string): AsyncGenerator<readonly StoreKey[]> {
  if (store.list === undefined) throw new StoreError("store_without_list", {});
  for (let after: string | undefined; ; ) {
    const { keys, next } = await store.list(namespace, { after, limit: pageSize });
    yield keys;
    if (next === undefined) return;
    after = next;
  }
}
