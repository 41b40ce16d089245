import { beforeAll, describe, expect, it } from "vitest";
import { createGateway } from "../server/create-gateway.ts";
import { startTestIssuer, type TestIssuer } from "../testing/test-issuer.ts";
import { useClosers } from "../testing/use-closers.ts";

const closers = useClosers();
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
  return () => issuer.close();
});

/** Leaves for the issuer, and comes back with a code: the issuer puts it into the ID token as its nonce. */
async function signIn(codeOf: (nonce: string) => string): Promise<Response> {
  const oidc = { issuer: issuer.url, clientId: "studio", organisation: "acme" };
  const gateway = await createGateway({ oidc });
  closers.push(gateway);
  const started = await gateway.app.request("http://localhost/auth/sign-in");
  const { searchParams } = new URL(started.headers.get("location") ?? "");
  const cookie = started.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const query = new URLSearchParams({
    state: searchParams.get("state") ?? "",
    code: codeOf(searchParams.get("nonce") ?? ""),
  });
  return gateway.app.request(`http://localhost/auth/callback?${query}`, { headers: { cookie } });
}

describe("signing in", () => {
  it("takes the token that was made for this sign-in", async () => {
    const back = await signIn((nonce) => nonce);

    expect([back.status, back.headers.get("location")]).toEqual([302, "/studio/"]);
    expect(back.headers.get("set-cookie")).toContain("toolcrib-session=ey");
  });

  it.each([
    ["for another sign-in", (nonce: string) => `${nonce}x`],
    ["without a nonce", () => ""],
  ])("refuses a valid token of the issuer that was made %s", async (_how, codeOf) => {
    const back = await signIn(codeOf);

    expect(back.status).toBe(400);
    expect(await back.text()).toContain("the issuer sent a token for somebody else");
    expect(back.headers.get("set-cookie") ?? "").not.toContain("toolcrib-session");
  });
});
