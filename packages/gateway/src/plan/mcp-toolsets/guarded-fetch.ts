import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { Readable } from "node:stream";
import { headerList } from "../../outgoing/header-list.ts";
import { isReservedHeader } from "../../outgoing/reserved-headers.ts";
import { retireUnlessSent } from "../../outgoing/retire-unless-sent.ts";
import { type HostRules, judgeUrl } from "./allowed-hosts.ts";
import { isPublicAddress } from "./public-address.ts";

/** Resolves a host; replaced in tests. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

export interface GuardedFetchOptions extends HostRules {
  readonly resolveHost?: ResolveHost | undefined;
}

/** An address that may not be reached, and why. */
class ForbiddenAddress extends Error {
  override readonly name = "ForbiddenAddress";
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

const maxRedirects = 5;
const resolveByDns: ResolveHost = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * A fetch that connects only where the operator allows. Every host is resolved first, all of its addresses are checked, and the
 * connection goes to a checked address, so that DNS rebinding cannot redirect it. Redirects are checked again.
 */
export function createGuardedFetch({ resolveHost = resolveByDns, ...rules }: GuardedFetchOptions): Fetch {
  return async (input, init = {}) => {
    const mayRedirect = init.redirect !== "error";
    let url = new URL(input);
    let hop: RequestInit = init;
    for (let redirects = 0; ; redirects++) {
      const address = await judgedAddress(url, rules, resolveHost);
      const response = await send(url, hop, address);
      const location = response.headers.get("location");
      if (location === null || response.status < 300 || response.status > 399) return response;
      if (!mayRedirect) throw new ForbiddenAddress(`${url.origin} redirects a request that must not follow redirects`);
      if (redirects === maxRedirects) throw new ForbiddenAddress(`more than ${maxRedirects} redirects`);
      await response.body?.cancel();
      const next = new URL(location, url);
      hop = afterRedirect(hop, response.status, next.origin === url.origin);
      url = next;
    }
  };
}

/** The address to connect to. */
async function judgedAddress(url: URL, rules: HostRules, resolveHost: ResolveHost): Promise<string> {
  const verdict = judgeUrl(url, rules);
  if (verdict === "forbidden") throw new ForbiddenAddress(`${url.origin} is not an allowed host`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await resolveHost(host) : [host];
  const [address] = addresses;
  if (address === undefined) throw new ForbiddenAddress(`${host} has no address`);
  // One private address is enough to refuse: we do not control which address answers.
  if (verdict === "public" && !addresses.every(isPublicAddress)) {
    throw new ForbiddenAddress(`${host} leads to an address that is not public`);
  }
  return address;
}

/** What another origin gets of a redirected request: what the protocol needs, and nothing that the caller has for the server. */
const isForAnyServer = headerList(["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]);

function afterRedirect(init: RequestInit, status: number, isSameOrigin: boolean): RequestInit {
  const headers = new Headers([...new Headers(init.headers)].filter(([name]) => isSameOrigin || isForAnyServer(name)));
  if (status === 307 || status === 308) return { ...init, headers };
  const { body: _body, ...rest } = init;
  return { ...rest, headers, method: init.method === "HEAD" ? "HEAD" : "GET" };
}

function send(url: URL, init: RequestInit, address: string): Promise<Response> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const { method = "GET", body, signal } = init;
  const family = isIP(address);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method,
        headers: Object.fromEntries([...new Headers(init.headers)].filter(([name]) => !isReservedHeader(name))),
        signal: signal ?? undefined,
        lookup: (_host, options, done) => {
          if (options.all === true) done(null, [{ address, family }]);
          else done(null, address, family);
        },
      } as Parameters<typeof requestHttps>[1],
      (incoming) => {
        retireUnlessSent(outgoing, incoming);
        resolve(responseOf(incoming));
      },
    );
    outgoing.on("error", reject);
    if (body instanceof URLSearchParams) outgoing.end(String(body));
    else if (typeof body === "string" || body instanceof Uint8Array) outgoing.end(body);
    else outgoing.end();
  });
}

const bodiless = new Set([101, 204, 205, 304]);

function responseOf(incoming: IncomingMessage): Response {
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] as string, incoming.rawHeaders[index + 1] as string);
  }
  const status = incoming.statusCode ?? 500;
  if (!bodiless.has(status)) {
    return new Response(Readable.toWeb(incoming) as ConstructorParameters<typeof Response>[0], { status, headers });
  }
  incoming.resume();
  return new Response(null, { status, headers });
}
