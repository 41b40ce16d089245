import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { applyChange } from "./apply-change.ts";
import type { Organisation } from "./organisation.ts";
import { parseChange } from "./parse-change.ts";

const now = Date.UTC(2026, 0, 1);
const day = 86_400_000;

/** Makes these changes in turn. */
function changed(changes: readonly object[], at = now, before?: Organisation) {
  let organisation = before;
  let secret: string | undefined;
  for (const change of changes) {
    ({ organisation, secret } = applyChange(organisation, parseChange({ organisation: "acme", ...change }), at));
  }
  return { organisation: organisation as Organisation, secret: secret as string };
}

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
const staffed = [
  { change: "add-organisation" },
  { change: "add-team", team: "data" },
  { change: "set-user", user: "ada", teams: ["data"] },
];

describe("a key", () => {
  it("is kept as a hash only, with its scope and its end", () => {
    const create = { change: "create-key", key: "ci", team: "data", user: "ada", expiresInSeconds: 60 };
    const { organisation, secret } = changed([...staffed, create]);

    expect(organisation.keys).toMatchObject([
      { name: "ci", team: "data", user: "ada", role: "member", expiresAt: now + 60_000 },
    ]);
    expect(organisation.keys[0]?.secrets).toEqual([{ sha256: hashOf(secret), expiresAt: undefined }]);
    expect(JSON.stringify(organisation)).not.toContain(secret);
  });

  it("keeps its id when it is rotated, and the secret before for the time given", () => {
    const created = changed([...staffed, { change: "create-key", key: "ci" }]);
    const rotated = changed([{ change: "rotate-key", key: "ci", graceSeconds: 60 }], now, created.organisation);
    const again = changed([{ change: "rotate-key", key: "ci" }], now, rotated.organisation);

    expect(rotated.organisation.keys[0]?.id).toBe(created.organisation.keys[0]?.id);
    expect(rotated.organisation.keys[0]?.secrets).toEqual([
      { sha256: hashOf(rotated.secret), expiresAt: undefined },
      { sha256: hashOf(created.secret), expiresAt: now + 60_000 },
    ]);
    expect(again.organisation.keys[0]?.secrets).toEqual([{ sha256: hashOf(again.secret), expiresAt: undefined }]);
  });

  it("is gone with its grants when it is revoked, and when its user is removed", () => {
    const grant = { change: "add-grant", to: { kind: "key", name: "ci" }, rule: { action: "deny", name: "*" } };
    const create = [...staffed, { change: "create-key", key: "ci", user: "ada" }, grant];

    for (const end of [
      { change: "revoke-key", key: "ci" },
      { change: "remove-user", user: "ada" },
    ]) {
      expect(changed([...create, end]).organisation).toMatchObject({ keys: [], grants: [] });
    }
  });

  it("is no longer listed ninety days after its end", () => {
    const { organisation } = changed([...staffed, { change: "create-key", key: "ci", expiresInSeconds: 60 }]);
    const touch = { change: "add-team", team: "web" };

    expect(changed([touch], now + 90 * day, organisation).organisation.keys).toHaveLength(1);
    expect(changed([touch], now + 91 * day, organisation).organisation.keys).toEqual([]);
  });
});

describe("a change is refused", () => {
  it.each([
    ["of an organisation that is not there", [{ change: "add-team", team: "data" }], /no organisation acme/],
    ["that makes something twice", [...staffed, { change: "add-team", team: "data" }], /exists already/],
    ["that names an unknown team", [...staffed, { change: "create-key", key: "k", team: "web" }], /no team web/],
    ["that removes a team in use", [...staffed, { change: "remove-team", team: "data" }], /1 users and 0 keys belong/],
    [
      "that gives a key a team which its user is not in",
      [...staffed, { change: "add-team", team: "web" }, { change: "create-key", key: "k", user: "ada", team: "web" }],
      /not in team web/,
    ],
    [
      "that grants something to nobody",
      [...staffed, { change: "add-grant", to: { kind: "user", name: "bob" }, rule: { action: "deny", name: "*" } }],
      /no user bob/,
    ],
    [
      "with a name that another organisation could have",
      [{ change: "add-organisation", organisation: "a/b" }],
      /slashes/,
    ],
    ["with a field that it does not have", [{ change: "add-organisation", team: "x" }], /no field team/],
    ["that is none", [{ change: "explode" }], /expected change to be/],
    [
      "with a rule that matches nothing",
      [...staffed, { change: "add-grant", to: { kind: "organisation" }, rule: { action: "allow" } }],
      /expected rule to be a rule with at least one of name/,
    ],
    [
      "that allows by arguments",
      [
        ...staffed,
        {
          change: "add-grant",
          to: { kind: "organisation" },
          rule: { action: "allow", name: "x", arguments: { a: "b" } },
        },
      ],
      /rule\.arguments/,
    ],
  ])("%s", (_what, changes, reason) => {
    expect(() => changed(changes)).toThrow(reason);
  });
});
