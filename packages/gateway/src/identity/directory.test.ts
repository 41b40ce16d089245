import { hidesTool } from "@toolcrib/core/policy";
import { startBackgroundTimer } from "@toolcrib/shared/timers";
import { MemoryStore, type Principal } from "@toolcrib/store";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AccessChange } from "./access-change.ts";
import { hashApiKey } from "./api-key.ts";
import { Directory } from "./directory.ts";

let time = Date.UTC(2026, 0, 1);
const now = (): number => time;
const store = () => new MemoryStore(now);

async function openDirectory(given = store()): Promise<Directory> {
  const directory = new Directory({ store: given, isShared: true, now, startTimer: startBackgroundTimer });
  await directory.open();
  onTestFinished(() => directory.close());
  return directory;
}

const inAcme = { organisation: "acme" };
const staffed: readonly AccessChange[] = [
  { change: "add-organisation", ...inAcme },
  { change: "add-team", ...inAcme, team: "data" },
  { change: "add-team", ...inAcme, team: "web" },
  { change: "set-user", ...inAcme, user: "ada", teams: ["data", "web"], role: "admin" },
];

async function makeAll(directory: Directory, changes: readonly AccessChange[]): Promise<string> {
  let secret = "";
  for (const change of changes) secret = (await directory.change(change)).secret ?? secret;
  return secret;
}

const find = (directory: Directory, secret: string) => directory.findKey(hashApiKey(secret).toString("hex"));
const tool = (name: string, annotations = {}) => ({ name: `mcp__${name}`, annotations });

describe("a directory", () => {
  it("finds keys with who uses them, and with no more rights than their user has", async () => {
    const directory = await openDirectory();
    const secret = await makeAll(directory, [
      ...staffed,
      { change: "create-key", ...inAcme, key: "ci", user: "ada", role: "operator" },
    ]);

    expect(find(directory, secret)).toMatchObject({
      principal: {
        name: "acme/ci",
        organisation: "acme",
        teams: ["data", "web"],
        user: "ada",
        key: "ci",
        role: "admin",
      },
      endedAt: undefined,
    });
    expect(find(directory, `${secret}x`)).toBeUndefined();
  });

  it.each<readonly [string, AccessChange]>([
    ["it is revoked", { change: "revoke-key", ...inAcme, key: "ci" }],
    ["its user is disabled", { change: "set-user", ...inAcme, user: "ada", isDisabled: true }],
    ["its user leaves the key's team", { change: "set-user", ...inAcme, user: "ada", teams: ["web"] }],
    ["its organisation is removed", { change: "remove-organisation", ...inAcme }],
  ])("finds a key no more when %s, and hides everything from its open sessions", async (_what, change) => {
    const directory = await openDirectory();
    const create = { change: "create-key", ...inAcme, key: "ci", user: "ada", team: "data" } as const;
    const secret = await makeAll(directory, [...staffed, create]);
    const { principal } = find(directory, secret) as { readonly principal: Principal };
    expect(directory.rulesOf(principal)).toEqual([]);

    await directory.change(change);

    expect(find(directory, secret)).toBeUndefined();
    expect(directory.rulesOf(principal)).toEqual([{ action: "deny", name: "*" }]);
  });

  it("says when a key ended, and when an earlier secret of it did", async () => {
    const directory = await openDirectory();
    const create = { change: "create-key", ...inAcme, key: "ci", expiresInSeconds: 100 } as const;
    const first = await makeAll(directory, [...staffed, create]);
    const rotate = { change: "rotate-key", ...inAcme, key: "ci", graceSeconds: 10 } as const;
    const second = await makeAll(directory, [rotate]);
    expect([first, second].map((secret) => find(directory, secret)?.endedAt)).toEqual([undefined, undefined]);

    time += 10_000;
    expect([first, second].map((secret) => find(directory, secret)?.endedAt)).toEqual([time, undefined]);
    time += 90_000;
    expect(find(directory, second)?.endedAt).toBe(time);
  });

  it("follows what another one changes in the same store", async () => {
    const shared = store();
    const [one, other] = [await openDirectory(shared), await openDirectory(shared)];
    const secret = await makeAll(one, [...staffed, { change: "create-key", ...inAcme, key: "ci" }]);

    await expect.poll(() => find(other, secret)?.principal.name, { timeout: 20_000, interval: 20 }).toBe("acme/ci");
    await one.change({ change: "revoke-key", ...inAcme, key: "ci" });
    await expect.poll(() => find(other, secret), { timeout: 20_000, interval: 20 }).toBeUndefined();
  });

  it("keeps what it has read while the store does not answer, and reads nothing for a request", async () => {
    const shared = store();
    const directory = await openDirectory(shared);
    const secret = await makeAll(directory, [...staffed, { change: "create-key", ...inAcme, key: "ci" }]);
    shared.get = () => Promise.reject(new Error("down"));

    await expect(directory.refresh()).rejects.toThrow("down");
    expect(find(directory, secret)?.principal.name).toBe("acme/ci");
  });

  it("gets over a change of which the store took only the first part", async () => {
    const shared = store();
    const directory = await openDirectory(shared);
    const update = shared.update.bind(shared);
    let left = Infinity;
    shared.update = async (...args) => {
      if (left-- <= 0) throw new Error("down");
      return update(...args);
    };
    for (left = 1; left < 3; ) {
      const written = left;
      await directory.change({ change: "add-organisation", ...inAcme }).catch(() => {});
      left = Infinity;
      // What tokens name is there, whatever part was written.
      await directory.ensure("acme");
      expect(directory.organisations.map(({ name }) => name)).toEqual(["acme"]);
      await directory.change({ change: "remove-organisation", ...inAcme });
      left = written + 1;
    }
    left = Infinity;
    await makeAll(directory, staffed);
    left = 1;
    await expect(directory.change({ change: "create-key", ...inAcme, key: "ci" })).rejects.toThrow("down");
    await directory.refresh();

    expect(directory.organisations[0]?.keys).toHaveLength(1);
    expect(directory.needsKeys).toBe(true);
  });

  it("returns the secret of a key that was made, even if the store cannot be read right after", async () => {
    const shared = store();
    const directory = await openDirectory(shared);
    await makeAll(directory, staffed);
    const get = shared.get.bind(shared);
    shared.get = () => Promise.reject(new Error("down"));
    const { secret = "" } = await directory.change({ change: "create-key", ...inAcme, key: "ci" });
    shared.get = get;
    await directory.refresh();

    expect(find(directory, secret)?.principal.name).toBe("acme/ci");
  });

  it("gives the same rules until something changes, so that catalogues can be cached", async () => {
    const directory = await openDirectory();
    await makeAll(directory, staffed);
    const find = () => directory.findUser("acme", "ada", { teams: [], role: "member" }) as Principal;
    const before = directory.rulesOf(find());

    expect(directory.rulesOf(find())).toBe(before);
    await directory.change({
      change: "add-grant",
      ...inAcme,
      to: { kind: "user", name: "ada" },
      rule: { action: "deny", name: "x" },
    });
    expect(directory.rulesOf(find())).toEqual([{ action: "deny", name: "x" }]);
  });
});

describe("grants", () => {
  const grant = (to: object, rule: object) => ({ change: "add-grant", ...inAcme, to, rule }) as AccessChange;
  const toTeam = (name: string) => ({ kind: "team", name });

  it("allow what every level allows that allows something, and of teams, one", async () => {
    const directory = await openDirectory();
    await makeAll(directory, [
      ...staffed,
      { change: "set-user", ...inAcme, user: "bob", teams: ["web"] },
      grant({ kind: "organisation" }, { action: "allow", annotation: "readOnlyHint" }),
      grant(toTeam("data"), { action: "allow", server: "db" }),
      grant(toTeam("web"), { action: "allow", name: "mcp__web__*" }),
      grant({ kind: "user", name: "ada" }, { action: "deny", name: "mcp__db__secret" }),
    ]);
    const sees = (user: string, one: ReturnType<typeof tool>): boolean =>
      !hidesTool(one, directory.rulesOf(directory.findUser("acme", user, { teams: [], role: "member" }) as Principal));
    const read = { readOnlyHint: true };

    expect(sees("ada", tool("db__query", read))).toBe(true);
    expect(sees("ada", tool("web__get", read))).toBe(true);
    expect(sees("ada", tool("db__drop"))).toBe(false);
    expect(sees("ada", tool("db__secret", read))).toBe(false);
    expect(sees("ada", tool("mail__send", read))).toBe(false);
    expect(sees("bob", tool("db__query", read))).toBe(false);
    expect(sees("bob", tool("web__get", read))).toBe(true);
    // A client's own tools are its own affair.
    expect(
      hidesTool(
        { name: "Bash" },
        directory.rulesOf(directory.findUser("acme", "bob", { teams: [], role: "member" }) as Principal),
      ),
    ).toBe(false);
  });

  it("that pin or defer apply from the narrowest level", async () => {
    const directory = await openDirectory();
    await makeAll(directory, [
      ...staffed,
      grant({ kind: "organisation" }, { action: "defer", name: "a" }),
      grant({ kind: "user", name: "ada" }, { action: "pin", name: "a" }),
    ]);

    const ada = directory.findUser("acme", "ada", { teams: [], role: "member" }) as Principal;
    expect(directory.rulesOf(ada).map(({ action }) => action)).toEqual(["pin", "defer"]);
  });
});
