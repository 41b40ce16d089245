import type { ToolDocument } from "../tool/document.ts";

const minCopies = 3;
const minShareOfCopies = 1 / 3;
const maxShareOfOneServer = 0.5;
const minLetters = 20;
const maxLetters = 40;
const noLetters = /[^\p{L}]/gu;
/** What so many servers say belongs to none of them; counting them all would take the square of their number. */
const maxServersOfText = 64;
/** Reading the ends of every description takes a second for some hundred thousand tools. */
const maxTools = 50_000;

/**
 * Servers of which at least a third of the tools say what tools of several others say, none of which has most of them: they
 * are put together from other servers' tools. A fork, which shares most of its tools with one server, is none. In very large
 * catalogues, none is looked for.
 */
export class Collages {
  readonly #serversBySaid = new Map<string, Set<string>>();
  readonly #saidByServer = new Map<string, (readonly string[])[]>();
  readonly #judged = new Map<string, boolean>();

  constructor(documents: readonly (ToolDocument | undefined)[]) {
    // Slots of removed tools do not count: the answer depends on the tools alone.
    const tools = documents.filter((document) => document !== undefined);
    for (const tool of tools.length <= maxTools ? tools : []) {
      this.#add(tool);
    }
  }

  /** Whether a server is one. */
  has(server: string): boolean {
    const isCollage = this.#judged.get(server) ?? this.#judge(this.#saidByServer.get(server) ?? [], server);
    this.#judged.set(server, isCollage);
    return isCollage;
  }

  #add({ server, description }: ToolDocument): void {
    const said = endsOf(description);
    const ofServer = this.#saidByServer.get(server) ?? [];
    ofServer.push(said);
    this.#saidByServer.set(server, ofServer);
    for (const text of said) {
      const servers = this.#serversBySaid.get(text) ?? new Set();
      this.#serversBySaid.set(text, servers.add(server));
    }
  }

  #judge(said: readonly (readonly string[])[], server: string): boolean {
    const isShared = (text: string): boolean => (this.#serversBySaid.get(text)?.size ?? 0) > 1;
    const copied = said.filter((ends) => ends.some(isShared));
    if (copied.length < minCopies || copied.length < minShareOfCopies * said.length) {
      return false;
    }
    const shared = new Map<string, number>();
    for (const source of copied.flatMap((ends) => [...this.#sourcesOf(ends)])) {
      shared.set(source, (shared.get(source) ?? 0) + 1);
    }
    // Tools without a server are not one server's.
    shared.delete("");
    shared.delete(server);
    return Math.max(0, ...shared.values()) <= maxShareOfOneServer * copied.length;
  }

  #sourcesOf(ends: readonly string[]): Set<string> {
    const servers = ends.map((text) => this.#serversBySaid.get(text) as Set<string>);
    return new Set(servers.flatMap((ofText) => (ofText.size > maxServersOfText ? [] : [...ofText])));
  }
}

/** The letters at the beginning and at the end of a text: a copy with another beginning or end has one of them. */
function endsOf(text: string): readonly string[] {
  const lettersOf = (part: string): string => part.replace(noLetters, "").toLowerCase();
  const start = lettersOf(text.slice(0, 3 * maxLetters)).slice(0, maxLetters);
  const end = `${lettersOf(text.slice(-3 * maxLetters)).slice(-maxLetters)}.`;
  return start.length < minLetters ? [] : [start, end];
}
