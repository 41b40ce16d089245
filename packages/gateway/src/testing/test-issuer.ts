import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** A code that was exchanged for a token. */
interface Exchange {
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/** An issuer of OpenID Connect tokens, and another one at `/other`. */
export interface TestIssuer {
  readonly url: string;
  readonly exchanges: Exchange[];
  /** How often its keys were read. */
  readonly keyReads: () => number;
  /** Lets it answer with another status, or with something else, when its keys are read; undefined: as it should. */
  failKeys(failure: { readonly status: number; readonly body: string } | undefined): void;
  /** Whether it answers with an error when its description is read. */
  failDescription(isFailing: boolean): void;
  /** Withdraws the key that it signs with, and signs with another one. */
  replaceKey(): Promise<void>;
  /** A token with these claims; `iss`, `exp`, `sub` and `aud` have defaults. */
  sign(claims?: Readonly<Record<string, unknown>>): Promise<string>;
  close(): void;
}

/** Starts an issuer. It keeps no process alive. Whoever sends it a nonce as the code gets an ID token with it. */
export async function startTestIssuer(): Promise<TestIssuer> {
  let signing = await createKey("one");
  let replaced = 0;
  let isDescriptionFailing = false;
  const exchanges: Exchange[] = [];
  let keyReads = 0;
  let keyFailure: Parameters<TestIssuer["failKeys"]>[0];
  const failKeys: TestIssuer["failKeys"] = (failure) => {
    keyFailure = failure;
  };
  const failDescription: TestIssuer["failDescription"] = (isFailing) => {
    isDescriptionFailing = isFailing;
  };
  const replaceKey = async (): Promise<void> => {
    signing = await createKey(`replaced-${++replaced}`);
  };
  const server = createServer((request, response) => {
    if (isDescriptionFailing && request.url?.includes("/.well-known/") === true) {
      response.writeHead(500).end();
      return;
    }
    if (keyFailure !== undefined && request.url?.endsWith("/keys") === true) {
      keyReads++;
      response.writeHead(keyFailure.status, { "content-type": "application/json" }).end(keyFailure.body);
      return;
    }
    void answer(request).then((value) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    exchanges,
    keyReads: () => keyReads,
    failKeys,
    failDescription,
    replaceKey,
    sign,
    close: () => server.close(),
  };

  async function sign(claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const defaults = { iss: url, exp: now + 600, sub: "u1", aud: "api", email: "ada@example.com" };
    return new SignJWT({ ...defaults, ...claims })
      .setProtectedHeader({ alg: "ES256", kid: signing.jwk.kid })
      .sign(signing.privateKey);
  }

  async function answer(request: IncomingMessage): Promise<object> {
    const path = request.url ?? "";
    if (path.endsWith("/keys")) {
      keyReads++;
      return { keys: [signing.jwk] };
    }
    if (path.endsWith("/token")) {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const fields = Object.fromEntries(new URLSearchParams(body));
      exchanges.push({ authorization: request.headers.authorization, fields });
      return { id_token: await sign({ aud: "studio", nonce: fields["code"] || undefined }) };
    }
    const issuer = path.startsWith("/other") ? `${url}/other` : url;
    return {
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
    };
  }
}

async function createKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256" } };
}
