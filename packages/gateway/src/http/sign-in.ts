import { createHash, randomBytes } from "node:crypto";
import { errorMessage } from "@toolcrib/shared/errors";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { OidcConfig } from "../contracts/oidc-config.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { fetchJson } from "../identity/issuer.ts";
import type { TokenVerifier } from "../identity/token-verifier.ts";
import type { ConfiguredState } from "./gateway-state.ts";
import { sessionCookie } from "./session-cookie.ts";

export interface SignInOptions {
  readonly currentState: () => ConfiguredState;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
}

/** What a browser keeps between leaving for the issuer and coming back, so that any gateway can take it back. */
interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly to: string;
}

const signInCookie = "toolcrib-sign-in";
const signInSeconds = 600;
/** Browsers drop larger cookies. */
const maxTokenLength = 3_900;

/** Signs people in with the issuer of the config: authorization code with PKCE. The session is the issuer's ID token, in a cookie. */
export function createSignInApp(options: SignInOptions): Hono {
  const app = new Hono();
  app.get("/options", (context) => {
    const { oidc } = options.currentState().config;
    return context.json({ signIn: oidc?.clientId !== undefined });
  });
  app.get("/sign-in", async (context) => {
    const { oidc, tokens } = issuerOf(options.currentState());
    const { authorization_endpoint } = await tokens.issuer.metadata();
    const to = context.req.query("to") ?? "/studio/";
    const kept: SignInState = {
      state: random(),
      nonce: random(),
      verifier: random(),
      to: isOwnPath(to) ? to : "/studio/",
    };
    const url = new URL(authorization_endpoint);
    for (const [name, value] of Object.entries({
      response_type: "code",
      client_id: oidc.clientId,
      redirect_uri: redirectUri(context, oidc),
      scope: oidc.scope ?? "openid profile email",
      state: kept.state,
      nonce: kept.nonce,
      code_challenge: createHash("sha256").update(kept.verifier).digest("base64url"),
      code_challenge_method: "S256",
    })) {
      url.searchParams.set(name, value);
    }
    const value = Buffer.from(JSON.stringify(kept)).toString("base64url");
    setCookie(context, signInCookie, value, { ...cookieOptions(oidc), path: "/auth", maxAge: signInSeconds });
    return context.redirect(url.href);
  });
  app.get("/callback", async (context) => {
    const { oidc, tokens } = issuerOf(options.currentState());
    const kept = readState(getCookie(context, signInCookie));
    deleteCookie(context, signInCookie, { path: "/auth" });
    const { code, state, error } = context.req.query();
    if (error !== undefined) throw failed(`the issuer says ${error.slice(0, 100)}`);
    if (kept === undefined || state !== kept.state || code === undefined) throw failed("it was not started here");
    const token = await exchange(code, kept, redirectUri(context, oidc), oidc, tokens, options.environment);
    const user = await tokens.verify(token);
    if (user === undefined || user.nonce !== kept.nonce) throw failed("the issuer sent a token for somebody else");
    const maxAge = Math.max(1, Math.floor((user.expiresAt - options.now()) / 1_000));
    setCookie(context, sessionCookie, token, { ...cookieOptions(oidc), sameSite: "Strict", path: "/", maxAge });
    return context.redirect(kept.to);
  });
  app.post("/sign-out", (context) => {
    deleteCookie(context, sessionCookie, { path: "/" });
    return context.json({ signedOut: true });
  });
  return app;
}

type SignInConfig = OidcConfig & { readonly clientId: string };

function issuerOf({ config, tokens }: ConfiguredState): {
  readonly oidc: SignInConfig;
  readonly tokens: TokenVerifier;
} {
  const { oidc } = config;
  if (oidc?.clientId === undefined || tokens === undefined) {
    throw new GatewayError("sign_in_failed", { reason: "the config has no oidc.clientId" });
  }
  return { oidc: oidc as SignInConfig, tokens };
}

async function exchange(
  code: string,
  { verifier }: SignInState,
  redirect: string,
  { clientId, clientSecretEnv }: SignInConfig,
  tokens: TokenVerifier,
  environment: SignInOptions["environment"],
): Promise<string> {
  const { token_endpoint } = await tokens.issuer.metadata();
  const secret = clientSecretEnv === undefined ? undefined : environment[clientSecretEnv];
  const fields = { grant_type: "authorization_code", code, redirect_uri: redirect, code_verifier: verifier };
  const login = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret ?? "")}`).toString("base64");
  let answer: Record<string, unknown>;
  try {
    answer = await fetchJson(token_endpoint, {
      method: "POST",
      body: new URLSearchParams(secret === undefined ? { ...fields, client_id: clientId } : fields),
      headers: secret === undefined ? {} : { authorization: `Basic ${login}` },
    });
  } catch (error) {
    throw failed(`the issuer did not take the code (${errorMessage(error)})`);
  }
  const { id_token: token } = answer;
  if (typeof token !== "string") throw failed("the issuer sent no ID token");
  if (token.length > maxTokenLength)
    throw failed("the ID token does not fit into a cookie; let the issuer put less into it");
  return token;
}

function redirectUri(context: Context, oidc: OidcConfig): string {
  return `${oidc.publicUrl ?? `http://${context.req.header("host") ?? ""}`}/auth/callback`;
}

function cookieOptions({ publicUrl }: OidcConfig) {
  return { httpOnly: true, sameSite: "Lax", secure: publicUrl?.startsWith("https:") === true } as const;
}

/** A page of the gateway: a sign-in never leads anywhere else. */
function isOwnPath(path: string): boolean {
  const isOwn = /^\/studio(?:\/[\w./#?=&%-]*)?$/.test(path) || /^\/connect\?server=[\w.%~!*'()-]+$/.test(path);
  return isOwn && !path.includes("..");
}

function readState(text: string | undefined): SignInState | undefined {
  try {
    const { state, nonce, verifier, to } = JSON.parse(
      Buffer.from(text ?? "", "base64url").toString("utf8"),
    ) as SignInState;
    const areTexts = [state, nonce, verifier, to].every((value) => typeof value === "string" && value !== "");
    return areTexts && isOwnPath(to) ? { state, nonce, verifier, to } : undefined;
  } catch {
    return undefined;
  }
}

function random(): string {
  return randomBytes(32).toString("base64url");
}

function failed(reason: string): GatewayError {
  return new GatewayError("sign_in_failed", { reason });
}
