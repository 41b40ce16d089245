import type { StartTimer } from "@toolcrib/shared/timers";
import { afterEach, describe, expect, it } from "vitest";
import { readConfigValue } from "../config/index.ts";
import { McpError } from "../errors/mcp-error.ts";
import { UserPools, type UserPoolsOptions } from "./user-pools.ts";
import type { ServerUser, UserTokens } from "./user-tokens.ts";

const { entries } = readConfigValue(
  {
    mcpServers: {
      crm: { url: "http://127.0.0.1:1/mcp", auth: { type: "oauth", per: "user" } },
      shared: { url: "http://127.0.0.1:1/mcp" },
    },
  },
  "toolcrib.json",
  { environment: {} },
);
const user = (name: string, organisation = "acme"): ServerUser => ({ organisation, name });
const asked: string[] = [];
const tokens: UserTokens = {
  token: async ({ organisation, name }, { name: server }) => {
    asked.push(`${organisation} ${name}`);
    throw new McpError("user_login_required", { server, url: "https://tools.example.com/connect" });
  },
  renew: async () => {},
  loginWanted: (_user, { name: server }) => new McpError("authorization_required", { server }),
};
const opened: UserPools[] = [];
afterEach(async () => {
  asked.length = 0;
  for (const pools of opened.splice(0)) await pools.close();
});

function open(options: Partial<UserPoolsOptions> = {}): UserPools {
  const pools = new UserPools({ entries, tokens, ...options });
  opened.push(pools);
  return pools;
}

describe("the servers of users", () => {
  it("are each user's own, and only those that use logins of users", () => {
    const pools = open();
    const all = [user("ada"), user("bob"), user("ada", "other"), { organisation: undefined, name: "ada" }].map((one) =>
      pools.of(one),
    );

    expect(new Set(all.map((servers) => servers?.pool)).size).toBe(4);
    expect(pools.of(user("ada"))).toBe(all[0]);
    expect(all[0]?.pool.entries().map(({ name }) => name)).toEqual(["crm"]);
    expect(open({ entries: entries.filter(({ name }) => name === "shared") }).of(user("ada"))).toBeUndefined();
  });

  it("ask for the token of their user, and pass on why there is none", async () => {
    const pools = open();

    await expect(pools.of(user("ada"))?.pool.connect("crm")).rejects.toMatchObject({ code: "user_login_required" });
    await expect(pools.of(user("bob"))?.pool.connect("crm")).rejects.toMatchObject({ code: "user_login_required" });
    await expect(pools.of(undefined)?.pool.connect("crm")).rejects.toMatchObject({ code: "user_required" });

    expect(new Set(asked)).toEqual(new Set(["acme ada", "acme bob"]));
    // Not tried again at once, and still the same error.
    await expect(pools.of(user("ada"))?.pool.connect("crm")).rejects.toMatchObject({ code: "user_login_required" });
  });

  it("are closed when there are too many, those unused for longest first", () => {
    const pools = open({ maxUsers: 2 });
    const [ada, bob] = [pools.of(user("ada")), pools.of(user("bob"))];
    pools.of(user("ada"));
    pools.of(user("eve"));

    expect(pools.size).toBe(2);
    expect(pools.of(user("ada"))).toBe(ada);
    expect(pools.of(user("bob"))).not.toBe(bob);
  });

  it("are closed when they are not used", () => {
    let now = 0;
    let tick = (): void => {};
    const startTimer: StartTimer = (_milliseconds, onEnd) => {
      tick = onEnd;
      return { stop: () => {}, restart: () => {} };
    };
    const pools = open({ clock: () => now, startTimer, idleMilliseconds: 60_000 });
    pools.of(user("ada"));
    now = 50_000;
    const bob = pools.of(user("bob"));
    now = 70_000;
    tick();

    expect(pools.size).toBe(1);
    expect(pools.of(user("bob"))).toBe(bob);
  });
});
