import { describe, expect, it } from "vitest";
import { describeChange } from "./describe-change.ts";

const common = { kind: "change", record: "r", at: "", door: "admin", organisation: "acme", outcome: "ok" } as const;

describe("describeChange", () => {
  it.each([
    [{ change: "add-organisation" }, "added the organisation acme"],
    [{ change: "create-key", key: "ci", team: "data", user: "ada" }, "created key ci"],
    [{ change: "set-user", user: "ada", teams: ["data"] }, "changed user ada"],
    [{ change: "remove-grant", grant: "g1" }, "removed grant g1"],
    [
      { change: "add-grant", to: { kind: "team", name: "data" }, rule: { action: "deny", name: "*drop" } },
      "granted team data: deny tool *drop",
    ],
    [{ change: "connect-server", server: "crm", user: "ada" }, "logged in to crm"],
    [{ change: "approve", approved: ["a", "b"] }, "approved a, b"],
    [{ change: "something-new", x: 1 }, '{"change":"something-new","x":1}'],
  ])("says what %j did", (change, text) => {
    expect(describeChange({ ...common, change })).toBe(text);
  });
});
