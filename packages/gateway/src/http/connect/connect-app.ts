import { hidesAllOf } from "@toolcrib/core/policy";
import type { UserServerEntry } from "@toolcrib/mcp/config";
import { describeValue } from "@toolcrib/shared/errors";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Admission } from "../../admission/admission.ts";
import type { ReportProblem } from "../../contracts/report-problem.ts";
import { GatewayError } from "../../errors/gateway-error.ts";
import type { LoginFlows } from "../../mcp-logins/login-flows.ts";
import { type Caller, identifyCaller } from "../access.ts";
import { userOf } from "../caller-user.ts";
import { collectWebBody } from "../collect-web-body.ts";
import { toWireError } from "../error-answer.ts";
import type { ConfiguredState } from "../gateway-state.ts";
import { headersOf } from "../request-headers.ts";
import { headersWithSession, isSameOrigin } from "../session-cookie.ts";
import { type ConnectPage, connectHeaders, writeConnectPage } from "./connect-page.ts";

export interface ConnectOptions {
  readonly currentState: () => ConfiguredState;
  readonly admission: Admission;
  /** Undefined if no server uses logins of users. */
  readonly flows: LoginFlows | undefined;
  readonly entries: () => readonly UserServerEntry[];
  /** Where browsers reach the gateway. */
  readonly publicUrl: () => string;
  readonly redact: (text: string) => string;
  readonly reportProblem: ReportProblem;
}

const browserCookie = "toolcrib-connect";
const maxAge = 600;
const maxFormBytes = 16_384;
const maxNameLength = 200;

/**
 * Logs users in at MCP servers, in their browser. A login belongs to the user who is signed in to the gateway in that browser, or who
 * enters a key there, whoever sent the link: nobody can get another user's login by sending a link.
 */
export function createConnectApp(options: ConnectOptions): Hono {
  const { currentState, flows, entries } = options;
  const app = new Hono();
  const show = (page: ConnectPage, status = 200): Response =>
    new Response(writeConnectPage(page), { status, headers: connectHeaders });
  /** The servers of logins that are being started, for the page that says why one was not. */
  const started = new WeakMap<Request, string>();
  const formFor = (server: string) => ({
    server,
    canSignIn: currentState().config.oidc?.clientId !== undefined,
  });

  app.get("/", (context) => {
    // The same page for every name: who is not identified learns nothing about servers.
    const server = (context.req.query("server") ?? "").slice(0, maxNameLength);
    const text = `Tools of ${server} are used with your own account there. You can end this at any time.`;
    return show({ title: `Connect to ${server}`, text, form: formFor(server) });
  });
  app.post("/", async (context) => {
    const headers = headersOf(context.req.raw);
    // Otherwise another site could let its visitors log in for a user of its choice.
    if (!isSameOrigin(headers) && headers["origin"] !== new URL(options.publicUrl()).origin) {
      throw new GatewayError("forbidden_origin", { received: describeValue(headers["origin"]) });
    }
    const form = new URLSearchParams(await readForm(context, options));
    const server = (form.get("server") ?? "").slice(0, maxNameLength);
    started.set(context.req.raw, server);
    const caller = await identify(context, form.get("key") ?? "", currentState());
    const user = userOf(caller.principal);
    if (user === undefined) throw new GatewayError("user_required", {});
    const entry = entries().find(({ name }) => name === server);
    const rules = currentState().policies.forFront(caller.principal);
    if (flows === undefined || entry === undefined || hidesAllOf(server, rules)) {
      throw new GatewayError("not_found", { method: "POST", path: `/connect?server=${server}` });
    }
    const { url, browser } = await flows.start({ user, caller: caller.principal }, entry, redirectUrl(options));
    setCookie(context, browserCookie, browser, {
      path: "/connect",
      maxAge,
      httpOnly: true,
      // The authorization server's page leads back here.
      sameSite: "Lax",
      secure: options.publicUrl().startsWith("https:"),
    });
    return context.redirect(url, 303);
  });
  app.get("/callback", async (context) => {
    const { state = "", code, error, iss } = context.req.query();
    const browser = getCookie(context, browserCookie);
    deleteCookie(context, browserCookie, { path: "/connect" });
    if (flows === undefined) throw new GatewayError("mcp_login_unknown", { reason: "no server uses logins of users" });
    const server = await flows.finish({ state, code, error: error?.slice(0, 100), issuer: iss, browser });
    const page = writeConnectPage({ title: `Connected to ${server}`, text: "You can close this window." });
    return context.body(page, 200, { ...connectHeaders });
  });
  app.onError((error, context) => {
    const { status, body, isUnexpected } = toWireError(error);
    if (isUnexpected) options.reportProblem("A login at an MCP server failed", error);
    const server = started.get(context.req.raw);
    const text = options.redact(body.error.message);
    return show({ title: "Not connected", text, form: server === undefined ? undefined : formFor(server) }, status);
  });
  return app;
}

/** Where authorization servers send browsers back to. */
function redirectUrl({ publicUrl }: ConnectOptions): string {
  return `${publicUrl()}/connect/callback`;
}

/** By a key that the user enters, or by the session of this browser. */
async function identify(context: Context, key: string, state: ConfiguredState): Promise<Caller> {
  return identifyCaller(key === "" ? headersWithSession(context) : { "toolcrib-key": key.trim() }, state);
}

async function readForm(context: Context, { admission, currentState }: ConnectOptions): Promise<string> {
  const { limits } = currentState().config;
  const held = admission.holdBody(limits);
  try {
    const pieces = await collectWebBody(context.req.raw, {
      limit: maxFormBytes,
      hold: held.hold,
      watch: (fail) => admission.uploads.watch({ caller: undefined, limits, fail }),
    });
    return Buffer.concat(pieces).toString("utf8");
  } finally {
    held.end();
  }
}
