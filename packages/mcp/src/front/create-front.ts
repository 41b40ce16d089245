import type { Server } from "@modelcontextprotocol/server";
import type { RankerName } from "@toolcrib/search";
import type { PoolEvent } from "../pool/server-status.ts";
import type { FrontCaller } from "./front-caller.ts";
import { FrontCatalogue } from "./front-catalogue.ts";
import { type FrontOptions, resolveFrontOptions } from "./front-options.ts";
import { ResourceSubscriptions } from "./resource-subscriptions.ts";
import { createSessionServer, type SessionServer } from "./session-server.ts";

/** One MCP server before many, for any number of clients. */
export interface Front {
  /** The MCP server for one client; connect it to a transport. It is forgotten when it closes. */
  createServer(caller?: FrontCaller): Server;
  /** Tells clients that their lists may be other ones, after the rules of a caller changed. The rules hold without it. */
  announcePolicyChange(): void;
  /** Changes how searches are ranked from now on. */
  setRanker(ranker: RankerName): void;
  /** Hears that a list changed, for transports that have no session to tell it to; returns what ends it. */
  onListChanged(listener: (kind: "tools" | "prompts" | "resources") => void): () => void;
  /** Ends all sessions. The pool stays open: it belongs to whoever made it. */
  close(): Promise<void>;
}

/** Puts an MCP server before the servers of a pool: their tools are searched, described and called, and listed once they are found. */
export async function createFront(frontOptions: FrontOptions): Promise<Front> {
  const options = resolveFrontOptions(frontOptions);
  const { pool } = options;
  const sessions = new Set<SessionServer>();
  const listeners = new Set<(kind: "tools" | "prompts" | "resources") => void>();
  const subscriptions = new ResourceSubscriptions(pool);
  await pool.start();
  const catalogue = new FrontCatalogue(options);
  const unsubscribe = pool.subscribe(take);

  function take(event: PoolEvent): void {
    catalogue.take(event);
    switch (event.type) {
      case "tools":
        for (const { server, session } of sessions) if (session.hasNewList()) quietly(server.sendToolListChanged());
        break;
      case "prompts":
        for (const { server } of thatSee(event.server)) quietly(server.sendPromptListChanged());
        break;
      case "resources":
        for (const { server } of thatSee(event.server)) quietly(server.sendResourceListChanged());
        break;
      case "resource-updated":
        subscriptions.notify({ server: event.server, uri: event.uri });
        break;
      default:
        return;
    }
    if (event.type === "resource-updated") return;
    for (const listener of listeners) listener(event.type);
  }

  function thatSee(name: string): readonly SessionServer[] {
    return [...sessions].filter(({ session }) => !session.view.isServerHidden(name));
  }

  return {
    createServer(caller) {
      const created = createSessionServer(catalogue, options, subscriptions, caller);
      sessions.add(created);
      created.server.onclose = () => {
        sessions.delete(created);
        subscriptions.removeAll(created.session);
      };
      created.server.onerror = () => {};
      return created.server;
    },
    announcePolicyChange() {
      for (const { server, session } of sessions) {
        if (session.hasNewList()) quietly(server.sendToolListChanged());
        quietly(server.sendPromptListChanged());
        quietly(server.sendResourceListChanged());
      }
      for (const listener of listeners) for (const kind of ["tools", "prompts", "resources"] as const) listener(kind);
    },
    setRanker: (ranker) => catalogue.setRanker(ranker),
    onListChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      unsubscribe();
      await Promise.all([...sessions].map(({ server }) => server.close()));
    },
  };
}

// A client that is not connected yet, or no longer, need not hear.
function quietly(sending: Promise<void>): void {
  sending.catch(() => {});
}
