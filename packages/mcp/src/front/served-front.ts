import type { RequestMethod, Result, Server, ServerContext } from "@modelcontextprotocol/server";
import type { ListKind } from "../pool/change-subscription.ts";
import type { ProtocolEra } from "../wire/protocol-era.ts";
import { callOptionsFor } from "./caller-channel.ts";
import type { FrontCaller } from "./front-caller.ts";
import type { FrontCatalogue } from "./front-catalogue.ts";
import type { ResolvedFrontOptions } from "./front-options.ts";
import { type CatalogueOf, FrontSession } from "./front-session.ts";
import type { FrontView } from "./front-view.ts";
import { isForEverybody, type ListCaching, listCaching } from "./list-caching.ts";
import type { ResourceSubscriptions } from "./resource-subscriptions.ts";
import type { RoundTrips } from "./round-trips.ts";
import { servedCaller } from "./served-caller.ts";

/** What all servers of a front share. */
export interface SharedFront {
  readonly catalogueOf: CatalogueOf;
  readonly options: ResolvedFrontOptions;
  readonly subscriptions: ResourceSubscriptions;
  readonly roundTrips: RoundTrips;
}

/** The front from the view of one of its servers. */
export class ServedFront {
  readonly subscriptions: ResourceSubscriptions;
  /** The client's finds in its one session, in the legacy era. */
  readonly session: FrontSession;
  readonly #server: Server;
  readonly #era: ProtocolEra;
  readonly #caller: FrontCaller | undefined;
  readonly #shared: SharedFront;

  constructor(server: Server, era: ProtocolEra, caller: FrontCaller | undefined, shared: SharedFront) {
    this.#server = server;
    this.#era = era;
    this.#caller = caller;
    this.#shared = shared;
    this.subscriptions = shared.subscriptions;
    this.session = this.#sessionFor(() => server.getClientVersion()?.name ?? "");
  }

  get catalogue(): FrontCatalogue {
    return this.#shared.catalogueOf(this.#caller);
  }

  /** The session of a request. Modern clients have none: each request identifies its client, and nothing is stored between requests. */
  readonly sessionOf = (context: ServerContext): FrontSession => {
    if (this.#era === "legacy") return this.session;
    const { name } = servedCaller(this.#server, this.#era, context);
    return this.#sessionFor(() => name);
  };

  /** What the client of a request may see and call. */
  readonly viewOf = (context: ServerContext): FrontView => this.sessionOf(context).view;

  /** The cache hints for a list; none for clients that do not support them. */
  listCaching(context: ServerContext): Partial<ListCaching> {
    if (this.#era === "legacy") return {};
    return listCaching(this.viewOf(context), isForEverybody(this.catalogue, context));
  }

  /** The same for a server's resource contents: what differs between clients is never shared. */
  contentCaching(context: ServerContext, { cacheScope }: Readonly<Record<string, unknown>>): Partial<ListCaching> {
    if (this.#era === "legacy" || cacheScope !== "public") return {};
    return isForEverybody(this.catalogue, context) ? {} : { cacheScope: "private" };
  }

  /** Refreshes lists before they are returned. */
  async freshen(kind: ListKind): Promise<void> {
    await this.catalogue.pool.freshen(kind, this.#shared.options.waitMilliseconds);
  }

  /** Calls a tool for the client. */
  async callTool(context: ServerContext, name: string, input: unknown): Promise<Result> {
    const session = this.sessionOf(context);
    const caller = servedCaller(this.#server, this.#era, context);
    if (this.#era === "legacy") {
      const options = callOptionsFor(context, { ...caller, session });
      const result = await session.callTool(name, input, options);
      if (session.takeRevealed()) this.#server.sendToolListChanged().catch(() => {});
      return result as unknown as Result;
    }
    const request = { context, caller, connection: this.#server, key: ["tools/call", name, input] };
    return this.#shared.roundTrips.answer(request, async (options) => session.callTool(name, input, options));
  }

  /** Forwards a request to its server. */
  async forward(
    context: ServerContext,
    server: string,
    method: RequestMethod,
    params: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const { pool } = this.catalogue;
    const caller = servedCaller(this.#server, this.#era, context);
    if (this.#era === "legacy") {
      return pool.request(server, method, params, callOptionsFor(context, { ...caller, session: this.session }));
    }
    const request = { context, caller, connection: this.#server, key: [server, method, params] };
    return this.#shared.roundTrips.answer(request, async (options) => pool.request(server, method, params, options));
  }

  #sessionFor(clientName: () => string): FrontSession {
    return new FrontSession(this.#shared.catalogueOf, this.#shared.options, {
      clientName,
      caller: this.#caller,
      era: this.#era,
    });
  }
}
