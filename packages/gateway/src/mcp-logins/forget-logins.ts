import type { ServerUser } from "@toolcrib/mcp";
import type { Store } from "@toolcrib/store";
import { loginNamespace, userOfKey } from "./login-places.ts";

const pageSize = 500;

/** Forgets the logins of users that are gone: whoever gets such a name later must not get them too. */
export async function forgetLogins(store: Store, isGone: (user: ServerUser) => boolean): Promise<void> {
  for (let after: string | undefined, isLast = store.list === undefined; !isLast; ) {
    const page = await store.list?.(loginNamespace, { after, limit: pageSize });
    for (const key of page?.keys ?? []) {
      if (isGone(userOfKey(key))) await store.delete(key);
    }
    after = page?.next;
    isLast = after === undefined;
  }
}
