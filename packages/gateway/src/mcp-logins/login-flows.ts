import { randomBytes, timingSafeEqual } from "node:crypto";
import type * as Mcp from "@toolcrib/mcp";
import type { LoginFlow, ServerUser, UserLogin } from "@toolcrib/mcp";
import type { UserServerEntry } from "@toolcrib/mcp/config";
import { isToolcribError } from "@toolcrib/shared/errors";
import type { Principal, SecretStore } from "@toolcrib/store";
import { GatewayError } from "../errors/gateway-error.ts";
import { sha256 } from "../hash/sha256.ts";
import type { LoginFetch } from "./login-fetch.ts";
import { clientKey, clientRetention, flowKey, flowRetention } from "./login-places.ts";
import type { UserLogins } from "./user-logins.ts";

export interface LoginFlowsOptions {
  readonly mcp: Pick<typeof Mcp, "startUserLogin" | "finishUserLogin">;
  readonly secrets: SecretStore;
  readonly logins: UserLogins;
  readonly entries: () => readonly UserServerEntry[];
  /** Whether a caller may use a server at this moment. */
  readonly fetchFor: (entry: UserServerEntry) => LoginFetch;
  readonly mayUse: (caller: Principal, entry: UserServerEntry) => Promise<boolean>;
  readonly now: () => number;
}

/** Who logs in: a user, and what identifies them in this browser. */
export interface LoginStarter {
  readonly user: ServerUser;
  readonly caller: Principal;
}

/** A login that was started: where to send the browser, and what it has to bring back. */
export interface StartedLogin {
  readonly url: string;
  /** For a cookie: only the browser that started a login finishes it. */
  readonly browser: string;
}

/** What a browser comes back with. */
export interface ReturnedLogin {
  readonly state: string;
  readonly code: string | undefined;
  /** Why the authorization server gives no code. */
  readonly error: string | undefined;
  readonly issuer: string | undefined;
  readonly browser: string | undefined;
}

/** What is kept of a login until the user comes back, to whatever gateway. */
interface StoredFlow extends LoginFlow, LoginStarter {
  readonly server: string;
  readonly url: string;
  readonly redirectUrl: string;
  /** SHA-256 of what the browser has to bring back. */
  readonly browser: string;
}

type Client = LoginFlow["clientInformation"];

/** Logs users in at MCP servers: authorization code with PKCE. A flow belongs to one user, one server and one browser, and is used once. */
export class LoginFlows {
  readonly #options: LoginFlowsOptions;

  constructor(options: LoginFlowsOptions) {
    this.#options = options;
  }

  async start({ user, caller }: LoginStarter, entry: UserServerEntry, redirectUrl: string): Promise<StartedLogin> {
    const { mcp, secrets, logins, fetchFor } = this.#options;
    const [state, browser] = [random(), random()];
    const known = clientKey(entry, redirectUrl);
    const before = await logins.read(user, entry).catch(() => undefined);
    const client = (await secrets.get(known).catch(() => undefined)) as Client | undefined;
    const { url, flow } = await mcp
      .startUserLogin({ entry, redirectUrl, state, client, wantedScope: before?.wantedScope, fetch: fetchFor(entry) })
      .catch((error: unknown) => {
        throw failed(entry.name, error);
      });
    const registered = flow.clientInformation;
    if (entry.auth.clientId === undefined && registered.client_id !== client?.client_id) {
      await secrets.set(known, registered, clientRetention);
    }
    const stored: StoredFlow = {
      ...flow,
      user,
      caller,
      server: entry.name,
      url: entry.url,
      redirectUrl,
      browser: sha256(browser),
    };
    await secrets.set(flowKey(state), stored, flowRetention);
    return { url: url.href, browser };
  }

  /** Returns the server that the user is connected to now. */
  async finish(returned: ReturnedLogin): Promise<string> {
    const { secrets, logins, entries, mayUse } = this.#options;
    const flow = await this.#take(returned.state);
    if (flow === undefined) throw unknown("it was finished already, or took longer than ten minutes");
    if (!isSameText(sha256(returned.browser ?? ""), flow.browser)) throw unknown("it was started in another browser");
    const entry = entries().find(({ name, url }) => name === flow.server && url === flow.url);
    if (entry === undefined) throw unknown("the server is not configured any more");
    const { code, error } = returned;
    if (code === undefined) throw failed(entry.name, new Error(`the authorization server says ${error ?? "nothing"}`));
    const login = await this.#exchange(entry, flow, { ...returned, code }).catch(async (cause: unknown) => {
      // The registration may be the reason; the next login makes a new one.
      await secrets.delete(clientKey(entry, flow.redirectUrl)).catch(() => {});
      throw failed(entry.name, cause);
    });
    // Whoever gets the name of a user that was removed in the meantime must not get this login.
    if (!(await mayUse(flow.caller, entry))) throw unknown("its user may not use the server any more");
    await logins.save(flow.user, entry, login);
    return entry.name;
  }

  #exchange(
    entry: UserServerEntry,
    flow: StoredFlow,
    { code, issuer }: Pick<ReturnedLogin, "issuer"> & { readonly code: string },
  ): Promise<UserLogin> {
    const { mcp, now, fetchFor } = this.#options;
    const { redirectUrl } = flow;
    return mcp.finishUserLogin({ entry, flow, code, issuer, redirectUrl, now, fetch: fetchFor(entry) });
  }

  /** Of several that come at the same time, one gets it. */
  async #take(state: string): Promise<StoredFlow | undefined> {
    let taken: object | undefined;
    const take = (value: object | undefined): undefined => {
      taken = value;
    };
    await this.#options.secrets.update(flowKey(state), take, flowRetention);
    return taken as StoredFlow | undefined;
  }
}

function random(): string {
  return randomBytes(32).toString("base64url");
}

function isSameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function unknown(reason: string): GatewayError {
  return new GatewayError("mcp_login_unknown", { reason });
}

function failed(server: string, error: unknown): GatewayError {
  const { reason } = isToolcribError(error) ? (error.details as { readonly reason?: unknown }) : {};
  const text = typeof reason === "string" ? reason : error instanceof Error ? error.message : "no reason is known";
  return new GatewayError("mcp_login_failed", { server, reason: text.slice(0, 300) });
}
