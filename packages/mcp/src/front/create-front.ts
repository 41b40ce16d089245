import type { Server } from "@modelcontextprotocol/server";
import type { RankerName } from "@toolcrib/search";
import type { ListedTool } from "../lists/pooled-tool.ts";
import type { ListKind } from "../pool/change-subscription.ts";
import type { PoolEvent } from "../pool/server-status.ts";
import type { ProtocolEra } from "../wire/protocol-era.ts";
import type { FrontCaller, FrontUserServers } from "./front-caller.ts";
import { FrontCatalogue } from "./front-catalogue.ts";
import { type FrontOptions, resolveFrontOptions } from "./front-options.ts";
import { FrontSession } from "./front-session.ts";
import { findResource } from "./offered-lists.ts";
import { ResourceSubscriptions } from "./resource-subscriptions.ts";
import { RoundTrips } from "./round-trips.ts";
import { createSessionServer, type SessionServer } from "./session-server.ts";

/** The client of a request without a session. */
export interface FrontClient {
  /** The client's name for itself. */
  readonly name: string;
  readonly caller?: FrontCaller | undefined;
}

/** A subscriber to list changes. */
interface ListListener {
  /** What the client sees; without one, every change counts. */
  readonly session: FrontSession | undefined;
  readonly tell: (kind: ListKind) => void;
}

/** One MCP server in front of many, for any number of clients. */
export interface Front {
  /**
   * The MCP server for one legacy client, or for requests of one caller in the modern era; connect it to a transport.
   * It is released when it closes. Default: `legacy`.
   */
  createServer(caller?: FrontCaller, era?: ProtocolEra): Server;
  /** Notifies clients that their lists may have changed, after a caller's rules changed. The rules apply without it. */
  announcePolicyChange(): void;
  /** Changes the ranker for later searches. */
  setRanker(ranker: RankerName): void;
  /**
   * Calls back when a list changes that this client sees, or any list without a client, for transports without a session to notify;
   * returns a function that stops it.
   */
  onListChanged(client: FrontClient | undefined, listener: (kind: ListKind) => void): () => void;
  /**
   * Calls back when resources change, by the URIs that the client sees; returns which of them can be watched, and a
   * function that stops it.
   */
  watchResources(
    client: FrontClient,
    uris: readonly string[],
    onUpdated: (uri: string) => void,
  ): Promise<{ readonly watched: readonly string[]; readonly end: () => void }>;
  /** The definition of the tool that a client calls by this name; undefined for the front's own and hidden tools. */
  toolDefinition(client: FrontClient, name: string): ListedTool | undefined;
  /** Closes all sessions. The pool stays open: its creator closes it. */
  close(): Promise<void>;
}

/**
 * Creates an MCP server in front of a pool's servers: their tools can be searched, described and called, and listed
 * once they are found.
 */
export async function createFront(frontOptions: FrontOptions): Promise<Front> {
  const options = resolveFrontOptions(frontOptions);
  const { pool } = options;
  const sessions = new Set<SessionServer>();
  const listeners = new Set<ListListener>();
  const subscriptions = new ResourceSubscriptions(pool);
  const roundTrips = new RoundTrips();
  await pool.start();
  const catalogue = new FrontCatalogue(options);
  const unsubscribe = pool.subscribe((event) => take(event, catalogue));
  /** They end with the servers of their user. */
  const ofUsers = new WeakMap<FrontUserServers, FrontCatalogue>();

  function catalogueOf(caller: FrontCaller | undefined): FrontCatalogue {
    const servers = caller?.servers?.();
    if (servers === undefined) return catalogue;
    let own = ofUsers.get(servers);
    if (own === undefined) {
      const added = catalogue.with(servers.pool, options.userIndex());
      own = added;
      ofUsers.set(servers, added);
      servers.pool.subscribe((event) => take(event, added));
      // Nobody waits here: what the servers list comes with events.
      servers.pool.start().catch(() => {});
    }
    return own;
  }

  function take(event: PoolEvent, source: FrontCatalogue): void {
    source.take(event);
    switch (event.type) {
      // The servers' own descriptions are part of the search tool's description.
      case "tools":
      case "instructions":
        for (const { server, session } of concerned(sessions, source)) {
          if (session.hasNewList()) quietly(server.sendToolListChanged());
        }
        for (const { session, tell } of concerned(listeners, source)) {
          if (session === undefined || session.takeNewList()) tell("tools");
        }
        break;
      case "prompts":
        for (const { server } of thatSee(event.server, sessions, source)) quietly(server.sendPromptListChanged());
        for (const { tell } of thatSee(event.server, listeners, source)) tell("prompts");
        break;
      case "resources":
        for (const { server } of thatSee(event.server, sessions, source)) quietly(server.sendResourceListChanged());
        for (const { tell } of thatSee(event.server, listeners, source)) tell("resources");
        break;
      case "resource-updated":
        subscriptions.notify({ server: event.server, uri: event.uri });
        break;
      default:
    }
  }

  /** An event of a user's servers concerns the user's own clients only. */
  function concerned<Client extends { readonly session?: FrontSession | undefined }>(
    clients: Iterable<Client>,
    source: FrontCatalogue,
  ): readonly Client[] {
    return [...clients].filter(({ session }) => source === catalogue || session?.lastCatalogue === source);
  }

  function thatSee<Client extends { readonly session?: FrontSession | undefined }>(
    name: string,
    clients: Iterable<Client>,
    source: FrontCatalogue,
  ): readonly Client[] {
    return concerned(clients, source).filter(({ session }) => session?.view.isServerHidden(name) !== true);
  }

  function sessionFor({ name, caller }: FrontClient): FrontSession {
    return new FrontSession(catalogueOf, options, { clientName: () => name, caller, era: "modern" });
  }

  return {
    createServer(caller, era = "legacy") {
      const created = createSessionServer(era, caller, { catalogueOf, options, subscriptions, roundTrips });
      created.server.onerror = () => {};
      // Sessions are notified of changes; clients since 2026 subscribe, which their transport handles.
      if (era === "legacy") sessions.add(created);
      created.server.onclose = () => {
        sessions.delete(created);
        subscriptions.removeAll(created.session);
      };
      return created.server;
    },
    announcePolicyChange() {
      for (const { server, session } of sessions) {
        if (session.hasNewList()) quietly(server.sendToolListChanged());
        quietly(server.sendPromptListChanged());
        quietly(server.sendResourceListChanged());
      }
      for (const { session, tell } of listeners) {
        if (session === undefined || session.takeNewList()) tell("tools");
        tell("prompts");
        tell("resources");
      }
    },
    setRanker: (ranker) => catalogue.setRanker(ranker),
    onListChanged(client, tell) {
      const listener = { session: client === undefined ? undefined : sessionFor(client), tell };
      listener.session?.listTools();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async watchResources(client, uris, onUpdated) {
      const session = sessionFor(client);
      const watch = async (uri: string) => {
        const place = findResource(session.view, uri);
        await subscriptions.add(session, place, uri, () => {
          if (!session.view.isServerHidden(place.server)) onUpdated(uri);
        });
        return uri;
      };
      const outcomes = await Promise.allSettled([...new Set(uris)].map(watch));
      const watched = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
      return { watched, end: () => subscriptions.removeAll(session) };
    },
    toolDefinition: (client, name) => sessionFor(client).definition(name),
    async close() {
      unsubscribe();
      roundTrips.close();
      await Promise.all([...sessions].map(({ server }) => server.close()));
    },
  };
}

// Ignore failures: a client that is not connected needs no notification.
function quietly(sending: Promise<void>): void {
  sending.catch(() => {});
}
