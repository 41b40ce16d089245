import { describe, expect, it } from "vitest";
import { filterGroups, nearRows, quotaGroups, subjectOf } from "./quota-rows.ts";

const common = { unit: "requests", window: "day", resetsAt: "2026-11-18T00:00:00.000Z" } as const;
const report = {
  quotas: [
    { name: "each key", window: "day", requests: 10 },
    { name: "teams", window: "day", requests: 0 },
    { name: "unused", window: "day", tokens: 5 },
  ],
  usage: [
    { ...common, name: "each key", of: { key: "acme/a" }, used: 3, limit: 10 },
    { ...common, name: "each key", of: { key: "acme/b" }, used: 8, limit: 10 },
    { ...common, name: "each key", of: { key: "acme/c" }, used: 11, limit: 10 },
    { ...common, name: "teams", of: { team: "" }, used: 0, limit: 0 },
  ],
} as const;

describe("the use of quotas", () => {
  it("has what is closest to its limit first, and every quota", () => {
    const groups = quotaGroups(report);

    expect(groups.map(({ quota, rows }) => [quota.name, rows.map(({ state }) => state)])).toEqual([
      ["each key", ["used-up", "near", "free"]],
      ["teams", ["used-up"]],
      ["unused", []],
    ]);
    expect(nearRows(groups).map(({ usage }) => subjectOf(usage))).toEqual(["acme/c", "no team", "acme/b"]);
  });

  it("is filtered by what it is counted for, and by names", () => {
    const groups = quotaGroups(report);
    const names = (...filter: ["" | "key" | "team" | "tool", string]) =>
      filterGroups(groups, ...filter).flatMap(({ rows }) => rows.map(({ usage }) => subjectOf(usage)));

    expect(names("team", "")).toEqual(["no team"]);
    expect(names("", "ACME/A")).toEqual(["acme/a"]);
    expect(names("tool", "")).toEqual([]);
    expect(filterGroups(groups, "", "")).toBe(groups);
  });

  it("says whom it is for", () => {
    const usage = { ...report.usage[0], of: {} };

    expect(subjectOf(usage)).toBe("all together");
    expect(subjectOf({ ...usage, of: { key: "acme/a", model: "m" } })).toBe("acme/a, m");
  });
});
