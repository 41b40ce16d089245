import type { ToolDocument } from "../tool/document.ts";

const minCopies = 3;
const minShareOfCopies = 1 / 3;
const maxShareOfOneServer = 0.5;
const minLetters = 20;
const maxLetters = 40;
const noLetters = /[^\p{L}]/gu;

/**
 * Servers of which at least a third of the tools say what tools of several others say, none of which has most of them: they
 * are put together from other servers' tools. A fork, which shares most of its tools with one server, is none.
 */
export function findCollages(documents: Iterable<ToolDocument | undefined>): ReadonlySet<string> {
  const serversBySaid = new Map<string, Set<string>>();
  const saidByServer = new Map<string, (readonly string[])[]>();
  for (const document of documents) {
    if (document !== undefined) {
      const said = endsOf(document.description);
      const ofServer = saidByServer.get(document.server) ?? [];
      ofServer.push(said);
      saidByServer.set(document.server, ofServer);
      for (const text of said) {
        serversBySaid.set(text, (serversBySaid.get(text) ?? new Set()).add(document.server));
      }
    }
  }
  return new Set([...saidByServer.keys()].filter((server) => isCollage(server, saidByServer, serversBySaid)));
}

/** The letters at the beginning and at the end of a text: a copy with another beginning or end has one of them. */
function endsOf(text: string): readonly string[] {
  const lettersOf = (part: string): string => part.replace(noLetters, "").toLowerCase();
  const start = lettersOf(text.slice(0, 3 * maxLetters)).slice(0, maxLetters);
  const end = `${lettersOf(text.slice(-3 * maxLetters)).slice(-maxLetters)}.`;
  return start.length < minLetters ? [] : [start, end];
}

function isCollage(
  server: string,
  saidByServer: ReadonlyMap<string, readonly (readonly string[])[]>,
  serversBySaid: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const said = saidByServer.get(server) ?? [];
  const sourcesOf = (ends: readonly string[]): Set<string> => {
    const sources = new Set(ends.flatMap((text) => [...(serversBySaid.get(text) ?? [])]));
    sources.delete(server);
    return sources;
  };
  const sources = said.map(sourcesOf);
  const shared = new Map<string, number>();
  for (const source of sources.flatMap((ofTool) => [...ofTool])) {
    shared.set(source, (shared.get(source) ?? 0) + 1);
  }
  // Tools without a server are not one server's.
  shared.delete("");
  const copies = sources.filter(({ size }) => size > 0).length;
  return (
    copies >= minCopies &&
    copies >= minShareOfCopies * said.length &&
    Math.max(0, ...shared.values()) <= maxShareOfOneServer * copies
  );
}
