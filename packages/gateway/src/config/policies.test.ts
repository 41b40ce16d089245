import type { PolicyRule } from "@toolcrib/core/policy";
import type { Principal } from "@toolcrib/store";
import { describe, expect, it } from "vitest";
import { createFindRoute } from "../route/match-route.ts";
import { Policies } from "./policies.ts";
import { resolveConfig } from "./resolve-config.ts";

const noGrants = { rulesOf: () => [] };
/** The caller with a key of the config. */
const caller = (id: string): Principal => ({
  id,
  name: id,
  organisation: undefined,
  teams: [],
  user: undefined,
  key: id,
  role: "member",
});
const anybody: Principal = { ...caller(""), key: undefined };

const rule = (name: string): PolicyRule => ({ action: "hide", name });
const ofKey = rule("key");
const keys = [
  { name: "a", sha256: "aa", policy: [ofKey] },
  { name: "b", sha256: "bb" },
];
const config = resolveConfig({ keys, settings: { policy: [rule("all")] } });

describe("the rules of a config", () => {
  it("apply to a request in the order of servers, key and route", () => {
    const policies = new Policies(config, [rule("server")], noGrants);
    const names = (keyHash: string) =>
      policies.forRequest(caller(keyHash), { policy: [rule("route")] }, "").map(({ name }) => name);

    expect(names("aa")).toEqual(["server", "key", "route"]);
    expect(names("bb")).toEqual(["server", "route"]);
  });

  it("apply to the front by key, after those for all keys", () => {
    const policies = new Policies(config, [], noGrants);

    expect(policies.forFront(caller("aa"))).toEqual([ofKey, rule("all")]);
    expect(policies.forFront(caller("bb"))).toEqual([rule("all")]);
  });

  it("are those of a key whatever the case of its hash", () => {
    const upper = resolveConfig({ keys: [{ name: "a", sha256: "AA", policy: [ofKey] }] });

    expect(new Policies(upper, [], noGrants).forFront(caller("aa"))).toEqual([ofKey]);
  });

  it("hide everything from a key that was removed", () => {
    expect(new Policies(config, [], noGrants).forFront(caller("cc"))[0]).toEqual({ action: "deny", name: "*" });
  });

  it("are the same list every time, so that catalogues can be cached", () => {
    const policies = new Policies(resolveConfig({}), [], noGrants);
    const settings = {};

    expect(policies.forRequest(anybody, settings, "x")).toBe(policies.forRequest(anybody, settings, "y"));
    expect(policies.forFront(anybody)).toBe(policies.forFront(anybody));
  });

  it("can name one client", () => {
    const forGuests: PolicyRule = { action: "hide", name: "x", client: "guest*" };
    const policies = new Policies(resolveConfig({}), [], noGrants);
    const settings = { policy: [forGuests] };

    expect(policies.forRequest(anybody, settings, "guest-app")).toEqual([forGuests]);
    expect(policies.forRequest(anybody, settings, "guest-app")).toBe(
      policies.forRequest(anybody, settings, "guest-app"),
    );
    expect(policies.forRequest(anybody, settings, "claude-cli")).toEqual([]);
  });

  it("are refused if they are invalid, at any place", () => {
    const wrong = [{ action: "deny" }] as PolicyRule[];
    const make = (...[given]: Parameters<typeof resolveConfig>) => new Policies(resolveConfig(given), [], noGrants);

    expect(() => make({ settings: { policy: wrong } })).toThrow(/settings\.policy\[0\]/);
    expect(() => make({ routes: [{ model: "m*", settings: { policy: wrong } }] })).toThrow(/m\*: settings\.policy/);
    expect(() => make({ keys: [{ name: "ci", sha256: "aa", policy: wrong }] })).toThrow(/ci: policy/);
  });

  it("of a route come before those for all routes, and replace none", () => {
    const pin: PolicyRule = { action: "pin", name: "x" };
    const resolved = resolveConfig({
      routes: [{ model: "m", settings: { policy: [pin] } }],
      settings: { policy: [rule("all")] },
    });
    const upstream = { specificationVersion: "v1", name: "anthropic", dialect: "anthropic" } as never;
    const route = createFindRoute(resolved, new Map([["anthropic", upstream]]))("m");

    expect(route.settings.policy).toEqual([pin, rule("all")]);
  });
});
