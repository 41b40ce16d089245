import { hidesAllOf } from "@toolcrib/core/policy";
import type { UserServerEntry } from "@toolcrib/mcp/config";
import { describeValue } from "@toolcrib/shared/errors";
import type { Principal } from "@toolcrib/store";
import type { Context, Hono } from "hono";
import type { CallerUser } from "../../contracts/caller-user.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import type { ListedLogin, UserConnection, UserLogins } from "../../mcp-logins/user-logins.ts";
import type { Caller } from "../access.ts";
import { userOf } from "../caller-user.ts";
import type { ConfiguredState } from "../gateway-state.ts";

/** `GET /admin/connections`: the servers that use logins of users, and to which the user is connected. */
export interface AdminApiConnections {
  readonly organisation: string | null;
  readonly user: string;
  readonly connections: readonly UserConnection[];
}

/** `GET /admin/logins`: who is connected where, without anything that could be used. */
export interface AdminApiLogins {
  readonly logins: readonly ListedLogin[];
  /** The `after` of the next page; null on the last one. */
  readonly next: string | null;
}

export interface ConnectionRoutesOptions {
  readonly currentState: () => ConfiguredState;
  /** Undefined if no server uses logins of users. */
  readonly logins: UserLogins | undefined;
  readonly entries: () => readonly UserServerEntry[];
  readonly callerOf: (context: Context) => Caller;
  readonly answer: <Value>(context: Context, value: Value) => Response;
}

/** The caller's own logins at MCP servers; administrators may also see and end those of users of their organisation. */
export function addConnectionRoutes(app: Hono, options: ConnectionRoutesOptions): void {
  const { currentState, logins, entries, callerOf, answer } = options;
  const visibleTo = ({ principal }: Caller): readonly UserServerEntry[] =>
    userServersFor(currentState(), principal, entries());
  app.get("/connections", async (context) => {
    const caller = callerOf(context);
    const user = requestedUser(context, caller);
    const connections = (await logins?.list(user, visibleTo(caller))) ?? [];
    const { organisation = null, name } = user;
    return answer<AdminApiConnections>(context, { organisation, user: name, connections });
  });
  app.get("/logins", async (context) => {
    const caller = callerOf(context);
    const { role, organisation: own } = caller.principal;
    const { after, organisation = role === "operator" ? undefined : own } = context.req.query();
    if (role !== "operator" && organisation !== own) {
      throw new GatewayError("forbidden_organisation", {
        expected: own ?? "none",
        received: describeValue(organisation),
      });
    }
    const isWanted = (user: CallerUser): boolean => organisation === undefined || user.organisation === organisation;
    const { logins: listed = [], next } = (await logins?.listAll(visibleTo(caller), { isWanted, after })) ?? {};
    return answer<AdminApiLogins>(context, { logins: listed, next: next ?? null });
  });
  app.delete("/connections/:server", async (context) => {
    const caller = callerOf(context);
    const user = requestedUser(context, caller);
    checkHolder(currentState(), caller.principal, user);
    const server = context.req.param("server");
    const entry = visibleTo(caller).find(({ name }) => name === server);
    if (logins === undefined || entry === undefined) {
      throw new GatewayError("not_found", { method: "DELETE", path: context.req.path });
    }
    const { key, user: name } = caller.principal;
    return answer(context, { server, wasConnected: await logins.disconnect(user, entry, { key, user: name }) });
  });
}

/** The servers with logins of users that a caller may use. */
export function userServersFor(
  { policies }: ConfiguredState,
  principal: Principal,
  entries: readonly UserServerEntry[],
): readonly UserServerEntry[] {
  const rules = policies.forFront(principal);
  return entries.filter(({ name }) => !hidesAllOf(name, rules));
}

/** An administrator ends no login of an operator. */
function checkHolder(
  { directory }: ConfiguredState,
  { role, user: own }: Principal,
  { organisation, name }: CallerUser,
) {
  const users = directory.organisations.find((known) => known.name === organisation)?.users ?? [];
  const isOperators = users.some((user) => user.name === name && user.role === "operator");
  if (role === "operator" || name === own || !isOperators) return;
  throw new GatewayError("forbidden_organisation", {
    expected: "a user with the role member or admin",
    received: "an operator",
  });
}

function requestedUser(context: Context, { principal }: Caller): CallerUser {
  const { user, organisation } = context.req.query();
  const own = userOf(principal);
  if (user === undefined) {
    if (own === undefined) throw new GatewayError("user_required", {});
    return own;
  }
  const wanted = { organisation: organisation ?? principal.organisation, name: user };
  const { role } = principal;
  const isOwn = own !== undefined && own.name === wanted.name && own.organisation === wanted.organisation;
  const isManaged = role === "operator" || (role === "admin" && wanted.organisation === principal.organisation);
  if (isOwn || isManaged) return wanted;
  throw new GatewayError("forbidden_admin", { received: describeValue(principal.name) });
}
