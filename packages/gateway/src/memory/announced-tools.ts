import { Lru } from "../caches/lru.ts";
import type { ConversationKeys } from "../conversation/conversation-keys.ts";

/** What was announced in a conversation about its deferred tools. */
export interface AnnouncedTools {
  /** The names at the time of the list, as a hash. */
  readonly names: string;
  /** The announcement in the first message. */
  readonly list: string;
  /** Announcements of changes, by the key of the message that they stand in. */
  readonly changes: ReadonlyMap<string, readonly string[]>;
}

const maxBytes = 8 * 1_024 * 1_024;
const entryBytes = 512;
/** A conversation with more has left every prompt cache anyway. */
const maxChanges = 32;

/**
 * The announcements of conversations with injected search, which the client never sees. As long as the tools stay, every request can
 * write the same list again; if they change, the list has to be repeated as it was (L3). Only conversations with a session id are
 * remembered: others that begin alike may have other tools. A forgotten conversation costs a cache miss.
 */
export class AnnouncedToolsMemory {
  readonly #announced = new Lru<string, AnnouncedTools>({ maxSize: maxBytes, sizeOf: bytesOf });

  of({ session }: ConversationKeys): AnnouncedTools | undefined {
    return session === undefined || this.#announced.size === 0 ? undefined : this.#announced.get(session);
  }

  /** Remembers the first list of a conversation. */
  noteList(keys: ConversationKeys, { names, list }: Pick<AnnouncedTools, "names" | "list">): void {
    const { session } = keys;
    if (session === undefined || this.#announced.get(session)?.names === names) return;
    this.#announced.set(session, { names, list, changes: new Map() });
  }

  /** Remembers what was announced at the end of a message. */
  noteChange(keys: ConversationKeys, messageKey: string, text: string): void {
    const { session } = keys;
    const announced = this.of(keys);
    if (session === undefined || announced === undefined) return;
    const texts = [...(announced.changes.get(messageKey) ?? []), text];
    const changes = new Map([...announced.changes, [messageKey, texts] as const].slice(-maxChanges));
    this.#announced.set(session, { ...announced, changes });
  }
}

function bytesOf({ list, changes }: AnnouncedTools): number {
  return [list, ...[...changes.values()].flat()].reduce((sum, text) => sum + 2 * text.length + entryBytes, 0);
}
