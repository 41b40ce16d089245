/** What a client dialect keeps for one caller, such as answers that a later request names. Entries expire, and old ones make room for new ones. */
export interface KeptObjects {
  get(id: string): object | undefined;
  /** Keeps plain JSON. An object that is too large is not kept. */
  set(id: string, value: object): void;
  /** Whether there was something to delete. */
  delete(id: string): boolean;
}
