type Fields = Readonly<Record<string, unknown>>;

/** What blocks of the inner form were made of. The memory belongs to the module, because a block is made of the same part in every request. */
const origins = new WeakMap<object, Fields>();

/** Remembers the part of a message, or the message, that a block was made of. */
export function rememberOrigin<Block extends object>(block: Block, origin: Fields): Block {
  origins.set(block, origin);
  return block;
}

/** The messages of the user, by the blocks that were made of their parts; module-level for the same reason. */
const owners = new WeakMap<object, Fields>();

export function rememberOwner(blocks: readonly object[], message: Fields): void {
  for (const block of blocks) owners.set(block, message);
}

/** The message that a block belongs to. */
export function ownerOf(block: object): Fields | undefined {
  return owners.get(block);
}

/** What a block was made of; undefined for blocks that did not come from a client of this dialect, or were changed. */
export function originOf(block: object): Fields | undefined {
  return origins.get(block);
}
