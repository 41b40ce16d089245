import type { PolicyRule } from "@toolcrib/core/policy";
import type { UserServerEntry } from "@toolcrib/mcp/config";
import { describeValue } from "@toolcrib/shared/errors";
import type { Principal } from "@toolcrib/store";
import type { Context, Hono } from "hono";
import type { CatalogueBrowser } from "../../catalogue-browser/catalogue-browser.ts";
import type { AdminApiCatalogue } from "../../contracts/catalogue-api.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import type { AccessChange, AccessOutcome } from "../../identity/access-change.ts";
import { listOrganisation } from "../../identity/listed-organisation.ts";
import type { Organisation } from "../../identity/organisation.ts";
import { parseChange } from "../../identity/parse-change.ts";
import { type Caller, isOpen } from "../access.ts";
import type { ConfiguredState } from "../gateway-state.ts";
import type { AdminApiAccess, AdminApiCaller } from "./access-api.ts";
import { auditChange } from "./audit-change.ts";
import { userServersFor } from "./connection-routes.ts";

export interface AccessRoutesOptions {
  readonly currentState: () => ConfiguredState;
  readonly view: CatalogueBrowser;
  readonly callerOf: (context: Context) => Caller;
  readonly answer: <Value>(context: Context, value: Value) => Response;
  readonly readBody: (context: Context) => Promise<unknown>;
  /** The MCP servers that use logins of users. */
  readonly userServers: () => readonly UserServerEntry[];
}

/** Who the caller is, and who may use what: organisations, teams, users, keys and grants. */
export function addAccessRoutes(app: Hono, options: AccessRoutesOptions): void {
  const { currentState, view, callerOf, answer, readBody, userServers } = options;
  app.get("/me", (context) => {
    const caller = callerOf(context);
    const { id: _id, ...principal } = caller.principal;
    const state = currentState();
    return answer<AdminApiCaller>(context, {
      ...principal,
      needsKeys: !isOpen(state),
      hasAudit: state.config.audit !== undefined,
      hasQuotas: state.config.quotas.length > 0,
      hasLogins: userServersFor(state, caller.principal, userServers()).length > 0,
    });
  });
  app.get("/access", (context) => {
    const { principal } = callerOf(context);
    const { organisations } = currentState().directory;
    const shown = organisations.filter(({ name }) => mayManage(principal, name));
    return answer<AdminApiAccess>(context, { organisations: shown.map(listOrganisation) });
  });
  app.post("/access", async (context) => {
    const change = parseChange(await readBody(context));
    const { principal } = callerOf(context);
    const state = currentState();
    const outcome = await auditChange<AccessOutcome>(state.callControls, principal, change, async () => {
      checkChange(principal, change);
      if (isOpen(state) && change.change === "create-key" && change.role !== "operator") {
        const reason = "the first key closes the gateway, so it must have the role operator";
        throw new GatewayError("access_conflict", { what: `The key ${change.key}`, reason });
      }
      return state.directory.change(withLimits(principal, change), (before) => checkHolder(principal, change, before));
    });
    // Answered without redaction: this is the only time that a new key is shown.
    return context.json(outcome);
  });
  app.get("/access/visible", async (context) => {
    const { organisation = "", key, user } = context.req.query();
    checkOrganisation(callerOf(context).principal, organisation);
    const rules = rulesOf(currentState(), organisation, { key, user });
    return answer<AdminApiCatalogue>(context, await view.catalogue(rules));
  });
}

/** What a caller sees of tools, wherever it asks. */
export function visibleTo({ policies, config }: ConfiguredState, principal: Principal): readonly PolicyRule[] {
  return policies.forRequest(principal, config.handling.settings, "");
}

function rulesOf(
  state: ConfiguredState,
  organisation: string,
  { key, user }: { readonly key?: string | undefined; readonly user?: string | undefined },
): readonly PolicyRule[] {
  const { directory } = state;
  if (user !== undefined) {
    const principal = directory.findUser(organisation, user, { teams: [], role: "member" });
    if (principal !== undefined) return visibleTo(state, principal);
    throw new GatewayError("access_not_found", { what: `user ${user}` });
  }
  const known = directory.organisations
    .find(({ name }) => name === organisation)
    ?.keys.find(({ name }) => name === key);
  const found = directory.findKey(known?.secrets[0]?.sha256 ?? "");
  if (found === undefined) throw new GatewayError("access_not_found", { what: `key ${key} that may be used` });
  return visibleTo(state, found.principal);
}

function mayManage({ role, organisation }: Principal, name: string): boolean {
  return role === "operator" || organisation === name;
}

function checkOrganisation(principal: Principal, organisation: string): void {
  if (mayManage(principal, organisation)) return;
  const expected = principal.organisation ?? "none";
  throw new GatewayError("forbidden_organisation", { expected, received: describeValue(organisation) });
}

/** An administrator changes no operator: neither the user nor a key, and makes no key that acts for one. */
function checkHolder(principal: Principal, change: AccessChange, before: Organisation | undefined): void {
  if (principal.role === "operator" || before === undefined) return;
  // A grant is about tools, so it may name anybody.
  const key = "key" in change ? before.keys.find(({ name }) => name === change.key) : undefined;
  const named = "user" in change ? change.user : undefined;
  const user = before.users.find(({ name }) => name === named);
  if (key?.role !== "operator" && user?.role !== "operator") return;
  throw new GatewayError("forbidden_organisation", {
    expected: "a user or key with the role member or admin",
    received: "an operator's",
  });
}

/** The gateway does not know all operators: an issuer has its own, whom administrators must not lock out either. */
function withLimits(principal: Principal, change: AccessChange): AccessChange {
  return change.change === "set-user" && principal.role !== "operator" ? { ...change, isByAdmin: true } : change;
}

/** An organisation's administrator changes nothing beyond it, and makes nobody an operator. */
function checkChange(principal: Principal, change: AccessChange): void {
  if (principal.role === "operator") return;
  checkOrganisation(principal, change.organisation);
  if (change.change === "add-organisation" || change.change === "remove-organisation") {
    throw new GatewayError("forbidden_organisation", { expected: "a change within it", received: change.change });
  }
  if ("role" in change && change.role === "operator") {
    throw new GatewayError("forbidden_organisation", { expected: "the role member or admin", received: change.role });
  }
}
