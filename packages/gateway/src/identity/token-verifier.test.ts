import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startTestIssuer, type TestIssuer } from "../testing/test-issuer.ts";
import { TokenVerifier } from "./token-verifier.ts";

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
  return () => issuer.close();
});
let time = Date.now();
/** What the monotonic clock shows, which is never set back. */
let elapsed = 0;
const clocks = { now: () => time, clock: () => elapsed };
const verifier = (more: object = {}) =>
  new TokenVerifier({ issuer: issuer.url, audience: "api", organisation: "acme", ...more }, clocks);
const hour = 3_600_000;
const seconds = (): number => Math.floor(time / 1_000);

describe("a token", () => {
  it("speaks for the user and the teams in its claims", async () => {
    const token = await issuer.sign({ groups: ["data", 7, "web"] });

    expect(await verifier({ admins: ["web"] }).verify(token)).toMatchObject({
      organisation: "acme",
      user: "ada@example.com",
      teams: ["data", "web"],
      role: "admin",
    });
  });

  it.each([true, "true", "True", undefined])("is accepted if it says %s of its address", async (claim) => {
    expect(await verifier().verify(await issuer.sign({ email_verified: claim }))).toBeDefined();
  });

  it("is not accepted any more when it has ended, also if it was before", async () => {
    const one = verifier();
    const token = await issuer.sign({ exp: seconds() + 60 });
    expect(await one.verify(token)).toBeDefined();

    time += 120_000;
    await expect(one.verify(token)).rejects.toMatchObject({ code: "invalid_token" });
  });

  it.each<readonly [string, () => Promise<string>]>([
    ["has ended", () => issuer.sign({ exp: seconds() - 60 })],
    ["has no end", () => issuer.sign({ exp: undefined })],
    ["is not valid yet", () => issuer.sign({ nbf: seconds() + 600 })],
    ["is for somebody else", () => issuer.sign({ aud: "other" })],
    ["names no user", () => issuer.sign({ email: undefined })],
    ["names a user that could be another organisation's", () => issuer.sign({ email: "other/ada" })],
    ...[false, "false", "False", 0, 1, null, "", "no", [], {}].map(
      (claim) =>
        [`says ${JSON.stringify(claim)} of its address`, () => issuer.sign({ email_verified: claim })] as const,
    ),
    ["was changed", async () => changedPayload(await issuer.sign())],
    ["is signed by somebody else", forged],
    ["is not signed", async () => new UnsecuredJWT({ iss: issuer.url, aud: "api", email: "a@b", sub: "x" }).encode()],
    ["is signed with the public key as a secret", symmetric],
  ])("is refused if it %s", async (_what, make) => {
    await expect(verifier().verify(await make())).rejects.toMatchObject({ code: "invalid_token", status: 401 });
  });

  it("is refused for its algorithm before anything is asked about keys", async () => {
    const before = issuer.keyReads();
    const one = verifier();
    for (const token of [await symmetric(), withHeader(await issuer.sign(), { alg: "ES256K" })]) {
      await expect(one.verify(token)).rejects.toMatchObject({ code: "invalid_token" });
    }

    expect(issuer.keyReads()).toBe(before);
    expect(await one.verify(await issuer.sign())).toBeDefined();
    expect(issuer.keyReads()).toBe(before + 1);
  });

  it("with an unknown key does not make the gateway read the keys again and again", async () => {
    const one = verifier();
    expect(await one.verify(await issuer.sign())).toBeDefined();
    const before = issuer.keyReads();
    for (let attempt = 0; attempt < 20; attempt++) {
      const token = withHeader(await issuer.sign(), { kid: `unknown-${attempt}` });
      await expect(one.verify(token)).rejects.toMatchObject({ code: "invalid_token" });
    }

    expect(issuer.keyReads() - before).toBeLessThanOrEqual(1);
  });

  it("of another issuer, or no token at all, is left to others", async () => {
    expect(await verifier().verify(await issuer.sign({ iss: "https://other.example" }))).toBeUndefined();
    for (const text of ["tck_abc", "a.b.c", "..", "x".repeat(50_000)])
      expect(await verifier().verify(text)).toBeUndefined();
  });

  it("cannot be verified while the issuer does not answer, and the issuer is not asked for each", async () => {
    const gone = new TokenVerifier({ issuer: "http://127.0.0.1:1", audience: "api", organisation: "acme" }, clocks);
    const token = await issuer.sign({ iss: "http://127.0.0.1:1" });

    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(gone.verify(token)).rejects.toMatchObject({ code: "identity_unavailable", status: 529 });
    }
    await expect(gone.verify(token)).rejects.toThrow(/a moment ago/);
  });

  it.each([
    { status: 500, body: "{}" },
    { status: 200, body: "<html>maintenance</html>" },
    { status: 200, body: '{"keys":"none"}' },
    { status: 200, body: `{"keys":[],"more":"${"x".repeat(2_000_000)}"}` },
  ])("is neither refused nor accepted while the keys of the issuer cannot be read: $status", async (failure) => {
    const one = verifier();
    const token = await issuer.sign();
    issuer.failKeys(failure);
    await expect(one.verify(token)).rejects.toMatchObject({ code: "identity_unavailable", status: 529 });
    issuer.failKeys(undefined);
    elapsed += 1_000;

    expect(await one.verify(token)).toBeDefined();
  });

  it("does not make the gateway ask an issuer for keys again that gave none a moment ago", async () => {
    const one = verifier();
    const token = await issuer.sign();
    const before = issuer.keyReads();
    issuer.failKeys({ status: 500, body: "{}" });
    for (let attempt = 0; attempt < 20; attempt++) {
      const other = withHeader(token, { kid: `unknown-${attempt}` });
      await expect(one.verify(other)).rejects.toMatchObject({ code: "identity_unavailable" });
    }
    issuer.failKeys(undefined);

    expect(issuer.keyReads() - before).toBe(1);
  });

  it("is verified again as soon as the issuer answers, even if the clock was set back since it did not", async () => {
    const late = await startTestIssuer();
    onTestFinished(() => late.close());
    late.failDescription(true);
    const one = new TokenVerifier({ issuer: late.url, audience: "api", organisation: "acme" }, clocks);
    const token = await late.sign();
    time += 5 * hour;
    await expect(one.verify(token)).rejects.toMatchObject({ code: "identity_unavailable" });
    time -= 5 * hour;
    elapsed += 1_000;
    late.failDescription(false);

    expect(await one.verify(token)).toBeDefined();
  });

  it("of a key that the issuer has withdrawn is refused after ten minutes, even if the clock was set back", async () => {
    const changing = await startTestIssuer();
    onTestFinished(() => changing.close());
    const one = new TokenVerifier({ issuer: changing.url, audience: "api", organisation: "acme" }, clocks);
    vi.useFakeTimers({ toFake: ["Date"], now: time + 5 * hour });
    onTestFinished(() => void vi.useRealTimers());
    time += 5 * hour;
    expect(await one.verify(await changing.sign())).toBeDefined();
    time -= 5 * hour;
    vi.setSystemTime(time);
    const withdrawn = await changing.sign({ sub: "before" });
    await changing.replaceKey();
    elapsed += 30_000;
    // Its key is unknown, so the keys are read again, though not old.
    expect(await one.verify(await changing.sign())).toBeDefined();
    await expect(one.verify(withdrawn)).rejects.toMatchObject({ code: "invalid_token" });

    const alsoWithdrawn = await changing.sign({ sub: "also before" });
    await changing.replaceKey();
    elapsed += 10 * 60_000;
    await expect(one.verify(alsoWithdrawn)).rejects.toMatchObject({ code: "invalid_token" });
  });

  it("gets no role by a claim of groups that only looks like one", async () => {
    const odd = [
      null,
      7,
      {},
      { operators: true },
      [["operators"]],
      [null, {}],
      "operators ",
      "OPERATORS",
      "operator\u0455",
    ];
    const one = verifier({ operators: ["operators"] });
    for (const groups of odd) {
      expect([groups, (await one.verify(await issuer.sign({ groups })))?.role]).toEqual([groups, "member"]);
    }

    expect((await one.verify(await issuer.sign({ groups: "operators" })))?.role).toBe("operator");
  });

  it("is not taken from an issuer that describes itself as another", async () => {
    const misled = new TokenVerifier({ issuer: `${issuer.url}/`, audience: "api", organisation: "acme" }, clocks);

    await expect(misled.verify(await issuer.sign({ iss: `${issuer.url}/` }))).rejects.toThrow(/another issuer/);
  });
});

const claims = () => ({ iss: issuer.url, aud: "api", sub: "x", email: "eve@example.com", exp: seconds() + 60 });

async function forged(): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256");
  return new SignJWT(claims()).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(privateKey);
}

async function symmetric(): Promise<string> {
  const key = new TextEncoder().encode("the public key of the issuer, as a secret");
  return new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(key);
}

function withHeader(token: string, more: object): string {
  const [head = "", ...rest] = token.split(".");
  const changed = { ...JSON.parse(Buffer.from(head, "base64url").toString("utf8")), ...more };
  return [Buffer.from(JSON.stringify(changed)).toString("base64url"), ...rest].join(".");
}

function changedPayload(token: string): string {
  const [head, payload = "", signature] = token.split(".");
  const changed = { ...JSON.parse(Buffer.from(payload, "base64url").toString("utf8")), email: "eve@example.com" };
  return [head, Buffer.from(JSON.stringify(changed)).toString("base64url"), signature].join(".");
}
