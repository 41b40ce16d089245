/** What a client dialect keeps for one caller, such as answers that a later request names. Entries expire, and old ones make room for new ones. */
export interface KeptObjects {
  /** Undefined also for what has yet to be read from the store: then the dialect is asked again when it is there. */
  get(id: string): object | undefined;
  /** Keeps plain JSON. `links` are the ids of kept objects that are needed together with it. */
  set(id: string, value: object, links?: readonly string[]): void;
  delete(id: string): void;
  /** Whether this process has kept something under this id lately, so that a new object needs another one. */
  isTaken(id: string): boolean;
}
