import { McpError, type UserLogin } from "@toolcrib/mcp";
import type { UserServerEntry } from "@toolcrib/mcp/config";
import { MemoryStore, SecretBox, SecretStore } from "@toolcrib/store";
import { describe, expect, it, vi } from "vitest";
import { forgetLogins } from "./forget-logins.ts";
import type { LoginEvent } from "./login-events.ts";
import { LoginFlows } from "./login-flows.ts";
import { loginKey } from "./login-places.ts";
import { UserLogins } from "./user-logins.ts";

const entry: UserServerEntry = {
  name: "crm",
  source: "test",
  transport: "http",
  url: "https://crm.example.com/mcp",
  headers: {},
  disabled: false,
  alwaysLoad: false,
  policy: [],
  auth: { type: "oauth", per: "user" },
};
const ada = { organisation: "acme", name: "ada" };
const redirectUrl = "https://tools.example.com/connect/callback";

const discovery = { authorizationServerUrl: "https://id.example.com" };
const clientInformation = { client_id: "toolcrib" };

function loginWith(token: string, receivedAt: number, expiresIn?: number): UserLogin {
  const expiry = expiresIn === undefined ? {} : { expires_in: expiresIn };
  const tokens = { access_token: token, refresh_token: `r-${token}`, token_type: "Bearer", ...expiry };
  return { clientInformation, discovery, tokens, receivedAt };
}

/** Two gateways on one store; `renewUserLogin` plays the authorization server. */
function open(renewUserLogin: (login: UserLogin) => Promise<UserLogin | undefined> = async () => undefined) {
  const time = { now: 1_000_000_000, elapsed: 0 };
  const now = () => time.now;
  const store = new MemoryStore(now);
  const secrets = new SecretStore(store, new SecretBox(undefined), now);
  const events: LoginEvent[] = [];
  const exchanged: string[] = [];
  const gone = new Set<string>();
  const gateway = () => {
    const logins = new UserLogins({
      mcp: { McpError, renewUserLogin: (login) => renewUserLogin(login) },
      secrets,
      store,
      now,
      clock: () => time.elapsed,
      publicUrl: () => "https://tools.example.com",
      onEvent: (event) => events.push(event),
      fetchFor: () => fetch,
    });
    const flows = new LoginFlows({
      mcp: {
        startUserLogin: async ({ state }) => ({
          url: new URL(`https://id.example.com/authorize?state=${state}`),
          flow: { codeVerifier: `verifier of ${state}`, clientInformation, discovery },
        }),
        finishUserLogin: async ({ code, flow }) => {
          exchanged.push(flow.codeVerifier);
          return loginWith(`token of ${code}`, now());
        },
      },
      secrets,
      logins,
      entries: () => [entry],
      fetchFor: () => fetch,
      mayUse: async ({ user = "" }) => !gone.has(user),
      now,
    });
    return { logins, flows };
  };
  return { time, store, events, exchanged, gone, gateways: [gateway(), gateway()] as const };
}

async function begin({ flows }: { readonly flows: LoginFlows }, user = ada) {
  const caller = { ...user, id: "", name: "", teams: [], user: user.name, key: undefined, role: "member" } as const;
  const { url, browser } = await flows.start({ user, caller }, entry, redirectUrl);
  const state = new URL(url).searchParams.get("state") ?? "";
  return { state, browser, code: "c", error: undefined, issuer: undefined };
}

const code = (expected: string) => expect.objectContaining({ code: expected });

describe("a login", () => {
  it("started at one gateway is finished at another, with its own verifier, by one of many that try", async () => {
    const { gateways, exchanged, events } = open();
    const returned = await begin(gateways[0]);

    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, number) => (gateways[number % 2] ?? gateways[0]).flows.finish(returned)),
    );

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(exchanged).toEqual([`verifier of ${returned.state}`]);
    expect(events).toEqual([{ user: ada, server: "crm", change: "connect-server", by: { user: "ada" } }]);
    expect(await gateways[0].logins.token(ada, entry)).toBe("token of c");
  });

  it("that takes longer than ten minutes cannot be finished", async () => {
    const { gateways, time, exchanged } = open();
    const returned = await begin(gateways[0]);
    time.now += 600_000;

    await expect(gateways[1].flows.finish(returned)).rejects.toEqual(code("mcp_login_unknown"));
    expect(exchanged).toEqual([]);
  });

  it("belongs to its user and to its browser", async () => {
    const { gateways, exchanged } = open();
    const bob = { organisation: "acme", name: "bob" };
    const [ofAda, ofBob] = [await begin(gateways[0]), await begin(gateways[0], bob)];

    await expect(gateways[0].flows.finish({ ...ofAda, browser: ofBob.browser })).rejects.toEqual(
      code("mcp_login_unknown"),
    );
    await gateways[1].flows.finish(ofBob);

    expect(exchanged).toEqual([`verifier of ${ofBob.state}`]);
    await expect(gateways[0].logins.token(ada, entry)).rejects.toEqual(code("user_login_required"));
    expect(await gateways[0].logins.token(bob, entry)).toBe("token of c");
  });

  it("is not stored if its user was removed before it ended", async () => {
    const { gateways, gone, events } = open();
    const returned = await begin(gateways[0]);
    gone.add("ada");

    await expect(gateways[1].flows.finish(returned)).rejects.toEqual(code("mcp_login_unknown"));
    expect(await gateways[0].logins.read(ada, entry)).toBeUndefined();
    expect(events).toEqual([]);
  });

  it("does not hold for a server that moved to another URL", async () => {
    const { gateways } = open();
    await gateways[0].flows.finish(await begin(gateways[0]));

    const moved = { ...entry, url: "https://evil.example.com/mcp" };

    await expect(gateways[0].logins.token(ada, moved)).rejects.toEqual(code("user_login_required"));
  });

  it("that was ended at another gateway is not used for more than a second, even if the clock was set back", async () => {
    const { gateways, time } = open();
    time.now += 5 * 3_600_000;
    await gateways[0].logins.save(ada, entry, loginWith("one", time.now));
    expect(await gateways[1].logins.token(ada, entry)).toBe("one");
    time.now -= 5 * 3_600_000;
    await gateways[0].logins.disconnect(ada, entry);
    time.elapsed += 1_000;

    await expect(gateways[1].logins.token(ada, entry)).rejects.toEqual(code("user_login_required"));
  });

  it("is forgotten with its user", async () => {
    const { gateways, store } = open();
    await gateways[0].flows.finish(await begin(gateways[0]));
    await gateways[0].flows.finish(await begin(gateways[0], { organisation: "other", name: "ada" }));

    await forgetLogins(store, ({ organisation, name }) => organisation === "acme" && name === "ada");

    expect(await gateways[1].logins.read(ada, entry)).toBeUndefined();
    expect(await gateways[1].logins.read({ organisation: "other", name: "ada" }, entry)).toBeDefined();
  });
});

describe("the list of logins", () => {
  it("says who is connected where and since when, and has no token", async () => {
    const { gateways, store, time } = open();
    const bob = { organisation: "acme", name: "bob" };
    for (const user of [ada, bob, { organisation: "other", name: "eve" }]) {
      await gateways[0].logins.save(user, entry, loginWith(`token of ${user.name}`, time.now));
    }
    await gateways[0].logins.save(ada, { ...entry, name: "removed" }, loginWith("old", time.now));
    await store.update(loginKey(bob, entry), () => ({ key: "lost", until: 1, sealed: "x" }), { milliseconds: 60_000 });
    const isWanted = ({ organisation }: { readonly organisation: string | undefined }) => organisation === "acme";

    const { logins, next } = await gateways[1].logins.listAll([entry], { isWanted });

    expect(logins.toSorted((one, other) => one.user.localeCompare(other.user))).toEqual([
      { organisation: "acme", user: "ada", server: "crm", connectedAt: new Date(time.now).toISOString() },
      { organisation: "acme", user: "bob", server: "crm" },
    ]);
    expect(next).toBeUndefined();
  });
});

describe("a token that ends", () => {
  it("is renewed before it does, once for all gateways", async () => {
    let renewals = 0;
    const { gateways, time } = open(async () => loginWith(`token ${++renewals}`, time.now, 3_600));
    await gateways[0].logins.save(ada, entry, loginWith("first", time.now, 3_600));
    expect(await gateways[1].logins.token(ada, entry)).toBe("first");
    time.now += 3_580_000;

    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, number) => (gateways[number % 2] ?? gateways[0]).logins.token(ada, entry)),
    );

    expect(new Set(tokens)).toEqual(new Set(["token 1"]));
    expect(renewals).toBe(1);
  });

  it("is used on while its authorization server is down, until it has ended", async () => {
    const { gateways, time } = open(async () => {
      throw new TypeError("fetch failed");
    });
    await gateways[0].logins.save(ada, entry, loginWith("first", time.now, 3_600));
    time.now += 3_590_000;
    expect(await gateways[0].logins.token(ada, entry)).toBe("first");
    time.now += 10_000;

    await expect(gateways[0].logins.token(ada, entry)).rejects.toEqual(code("server_failed"));
    expect(await gateways[0].logins.read(ada, entry)).toBeDefined();
  });

  it("is not lost if the store fails for a moment right after it was renewed", async () => {
    let failures = 0;
    const { gateways, store, time } = open(async (login) => {
      vi.spyOn(store, "update").mockImplementationOnce(async () => {
        failures++;
        throw new Error("the database was restarted");
      });
      return {
        ...login,
        tokens: { ...login.tokens, access_token: "second", refresh_token: "r2" },
        receivedAt: time.now,
      };
    });
    await gateways[0].logins.save(ada, entry, loginWith("first", time.now, 60));
    time.now += 59_000;

    expect(await gateways[0].logins.token(ada, entry)).toBe("second");
    expect(failures).toBe(1);
    expect((await gateways[1].logins.read(ada, entry))?.tokens.refresh_token).toBe("r2");
  });

  it("stays ended if the user ends it while it is renewed", async () => {
    const { gateways, events } = open(async () => {
      await gateways[1].logins.disconnect(ada, entry);
      return loginWith("second", 0);
    });
    await gateways[0].logins.save(ada, entry, loginWith("first", 0));

    await gateways[0].logins.renew(ada, entry, "first");

    await expect(gateways[0].logins.token(ada, entry)).rejects.toEqual(code("user_login_required"));
    expect(events.map(({ change }) => change)).toEqual(["connect-server", "disconnect-server"]);
  });

  it("is renewed by another gateway if the one with the lock died", async () => {
    const { gateways, time, store } = open(async () => loginWith("second", time.now));
    await gateways[0].logins.save(ada, entry, loginWith("first", time.now));
    const key = { ...loginKey(ada, entry), namespace: "mcp-login-locks" };
    await store.set(key, { holder: "dead", until: time.now + 30_000 }, { milliseconds: 60_000 });

    const renewing = gateways[1].logins.renew(ada, entry, "first");
    time.now += 30_000;
    await renewing;

    expect(await gateways[1].logins.token(ada, entry)).toBe("second");
  });
});
