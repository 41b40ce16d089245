import type { FetchLike } from "@modelcontextprotocol/client";
import { Redactor, secretsInHeaders } from "@toolcrib/core/redaction";
import { isRecord, parseJson } from "@toolcrib/shared/json";
import { isBearerToken } from "@toolcrib/shared/text";

/** The fields of a token request that are no secrets. */
const publicFields: ReadonlySet<string> = new Set(["grant_type", "client_id", "redirect_uri", "resource", "scope"]);
const errorCode = /^[\w.-]{1,64}$/;

/**
 * Requests of a login. Their answers are checked before the SDK reads them, because it quotes them in errors, and prints some of these
 * to the console: of a refusal only the fields that OAuth defines are left, without the secrets of the request. Throws if a token
 * cannot be sent as a header.
 */
export function checkedAnswers(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { status, statusText, headers, ok } = response;
    // The SDK follows redirects itself.
    if (status < 200 || (status >= 300 && status < 400)) return response;
    const text = await response.text();
    const value: unknown = parseJson(text);
    const answer = isRecord(value) ? value : undefined;
    if (!ok || answer?.["error"] !== undefined) {
      return Response.json(refusalIn(answer ?? {}, init), { status: ok ? 400 : status, statusText });
    }
    // The SDK would quote it.
    if (answer === undefined) throw new Error(`${new URL(url).origin} sent something else than a JSON object`);
    const { access_token: token } = answer;
    if (typeof token === "string" && !isBearerToken(token)) {
      throw new Error("the authorization server sent an access token with characters that a header cannot have");
    }
    return new Response(text, { status, statusText, headers });
  };
}

/** `checkedAnswers` for the requests of a connection, where only those for tokens are of OAuth. */
export function checkedTokenAnswers(fetch: FetchLike): FetchLike {
  const checked = checkedAnswers(fetch);
  return (url, init) => (init?.body instanceof URLSearchParams ? checked : fetch)(url, init);
}

function refusalIn({ error, error_description: description }: Readonly<Record<string, unknown>>, init?: RequestInit) {
  if (typeof error !== "string" || !errorCode.test(error)) return { error: "server_error" };
  if (typeof description !== "string") return { error };
  const fields = init?.body instanceof URLSearchParams ? [...init.body] : [];
  const secrets = fields.filter(([name]) => !publicFields.has(name)).map(([, value]) => value);
  const headers = Object.fromEntries(new Headers(init?.headers));
  const known = [...secrets, ...secretsInHeaders(headers), ...clientSecretIn(headers["authorization"])];
  return { error, error_description: new Redactor(known).text(description) };
}

/** The secret in `Basic …`, as it is written there and as the server reads it. */
function clientSecretIn(authorization = ""): readonly string[] {
  const [, encoded] = /^Basic (.+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return [];
  const [, secret = ""] = Buffer.from(encoded, "base64").toString("utf8").split(/:(.*)/s);
  return [secret, new URLSearchParams(`s=${secret}`).get("s") ?? ""];
}
