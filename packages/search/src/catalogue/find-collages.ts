import type { ToolDocument } from "../tool/document.ts";

const minCopies = 3;
const minShareOfCopies = 0.5;
const maxShareOfOneServer = 0.5;
const minLetters = 20;
const maxLetters = 80;
const noLetters = /[^\p{L}]/gu;

/**
 * Servers of which at least half of the tools say what tools of several others say, none of which has most of them: they
 * are put together from other servers' tools. A fork, which shares most of its tools with one server, is none.
 */
export function findCollages(documents: Iterable<ToolDocument | undefined>): ReadonlySet<string> {
  const serversBySaid = new Map<string, Set<string>>();
  const saidByServer = new Map<string, string[]>();
  for (const document of documents) {
    if (document !== undefined) {
      const said = document.description
        .slice(0, 2 * maxLetters)
        .replace(noLetters, "")
        .slice(0, maxLetters)
        .toLowerCase();
      const ofServer = saidByServer.get(document.server) ?? [];
      ofServer.push(said);
      saidByServer.set(document.server, ofServer);
      if (said.length >= minLetters) {
        serversBySaid.set(said, (serversBySaid.get(said) ?? new Set()).add(document.server));
      }
    }
  }
  return new Set([...saidByServer.keys()].filter((server) => isCollage(server, saidByServer, serversBySaid)));
}

function isCollage(
  server: string,
  saidByServer: ReadonlyMap<string, readonly string[]>,
  serversBySaid: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const said = saidByServer.get(server) ?? [];
  const shared = new Map<string, number>();
  let copies = 0;
  for (const text of said) {
    const others = [...(serversBySaid.get(text) ?? [])].filter((other) => other !== server);
    copies += others.length > 0 ? 1 : 0;
    for (const other of others) {
      shared.set(other, (shared.get(other) ?? 0) + 1);
    }
  }
  return (
    copies >= minCopies &&
    copies >= minShareOfCopies * said.length &&
    Math.max(...shared.values()) <= maxShareOfOneServer * copies
  );
}
