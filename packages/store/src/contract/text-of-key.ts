import type { StoreKey } from "./store.ts";

/** A text that only this key has, whatever characters its parts hold. */
export function textOfKey({ namespace, owner, id }: StoreKey): string {
  return JSON.stringify([namespace, owner, id]);
}

/** The key that has this text. */
export function keyOfText(text: string): StoreKey {
  const [namespace, owner, id] = JSON.parse(text) as [string, string, string];
  return { namespace, owner, id };
}
