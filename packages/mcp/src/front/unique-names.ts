import { compareNames } from "@toolcrib/shared/names";
/** An item of a server that clients identify by name. */
export interface Offered<Item> {
  readonly server: string;
  /** The server's own name for it. */
  readonly own: string;
  readonly item: Item;
}

/** The same, with the name that clients see. */
export interface Exposed<Item> extends Offered<Item> {
  readonly name: string;
}

/**
 * Gives each item a unique name: its own if only one server has it, otherwise the full name, for all that share it. So
 * no name is ambiguous, and a name does not depend on any order.
 */
export function exposeUnderUniqueNames<Item>(
  offered: readonly Offered<Item>[],
  fullName: (server: string, own: string) => string,
  reserved: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, Exposed<Item>> {
  const owners = new Map<string, number>();
  for (const { own } of offered) owners.set(own, (owners.get(own) ?? 0) + 1);
  const exposed = new Map<string, Exposed<Item>>();
  for (const one of [...offered].sort(byServerAndName)) {
    const isOwnFree = owners.get(one.own) === 1 && !reserved.has(one.own);
    const name = isOwnFree ? one.own : fullName(one.server, one.own);
    if (!exposed.has(name)) exposed.set(name, { ...one, name });
  }
  return exposed;
}

function byServerAndName(a: Offered<unknown>, b: Offered<unknown>): number {
  return compareNames(a.server, b.server) || compareNames(a.own, b.own);
}
