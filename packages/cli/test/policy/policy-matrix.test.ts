import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createApiKey, type GatewayConfig } from "@toolcrib/gateway";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { keysWith, type Office, officeEntry, openOffice } from "../../src/testing/office.ts";
import { binFile } from "../../src/testing/run-toolcrib.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";
import { adminDoors, changeAccess } from "./admin-doors.ts";
import type { Door, Visit } from "./door.ts";
import { frontDoors, stdioDoor } from "./front-doors.ts";
import { inlineDoors, messageDoors } from "./message-doors.ts";
import { type PuppetModel, startPuppetModel } from "./model.ts";
import { openAiDoors } from "./openai-doors.ts";
import { programDoors } from "./program-doors.ts";
import { toolsetDoors } from "./toolset-doors.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { folder } = createTemporaryFiles();
const doors: readonly Door[] = [...frontDoors, ...messageDoors, ...programDoors, ...toolsetDoors, ...adminDoors];
/** Their tools have no annotations. */
const plainDoors: readonly Door[] = [...inlineDoors, ...openAiDoors];

interface Rules {
  readonly settings?: readonly object[];
  readonly key?: readonly object[];
  readonly entry?: readonly object[];
  /** Grants in the organisation `acme`, to whose team `data` and user `ada` the caller's key belongs. */
  readonly grants?: readonly { readonly to?: "team" | "user" | "key"; readonly rule: object }[];
}

const shredded = /shred/i;
/** What callers still see of a server when only some of its tools are allowed. */
const othersOfServer = /shred|sum_up|office:\/\/desk|keeps the notes/i;
const anything = /shred|read_note|write_note|sum_up|office:\/\/desk|keeps the notes/i;
const deny = { action: "deny" };
const hide = { action: "hide" };
const exact = "mcp__office__shred_note";

/** Rules that hide a tool, or all of the server. */
const hiding: readonly (readonly [name: string, rules: Rules, hidden: RegExp])[] = [
  ["a glob of names", { settings: [{ ...hide, name: "*shred*" }] }, shredded],
  ["the full name", { settings: [{ ...deny, name: exact }] }, shredded],
  ["the server's own name for the tool", { settings: [{ ...deny, name: "shred_note" }] }, shredded],
  ["an annotation", { settings: [{ ...deny, annotation: "destructiveHint" }] }, shredded],
  ["the server", { settings: [{ ...hide, server: "office" }] }, anything],
  ["all names of the server", { settings: [{ ...deny, name: "mcp__office__*" }] }, anything],
  [
    "a deny after a pin",
    {
      settings: [
        { action: "pin", name: "*" },
        { ...deny, name: exact },
      ],
    },
    shredded,
  ],
  [
    "a deny before a pin",
    {
      settings: [
        { ...deny, name: exact },
        { action: "pin", name: "*" },
      ],
    },
    shredded,
  ],
  ["the caller's key", { key: [{ ...hide, name: exact }] }, shredded],
  [
    "the caller's key, where settings pin",
    { key: [{ ...deny, name: exact }], settings: [{ action: "pin", name: "*" }] },
    shredded,
  ],
  ["the server's entry", { entry: [{ ...deny, name: "*shred*" }] }, shredded],
  ["a grant to the organisation that denies", { grants: [{ rule: { ...deny, name: exact } }] }, shredded],
  [
    "a grant to the team that denies, where another allows",
    {
      grants: [
        { rule: { action: "allow", server: "office" } },
        { to: "team", rule: { ...deny, annotation: "destructiveHint" } },
      ],
    },
    shredded,
  ],
  [
    "a grant to the user that denies, where the key's pins",
    {
      grants: [
        { to: "user", rule: { ...deny, name: "shred_*" } },
        { to: "key", rule: { action: "pin", name: "*" } },
      ],
    },
    shredded,
  ],
  [
    "a grant to the key that denies the server",
    { grants: [{ to: "key", rule: { ...deny, server: "off*" } }] },
    anything,
  ],
  [
    "grants that allow other tools by name",
    {
      grants: [
        { rule: { action: "allow", server: "office" } },
        { to: "team", rule: { action: "allow", name: "mcp__office__read_note" } },
        { to: "team", rule: { action: "allow", name: "write_*" } },
      ],
    },
    othersOfServer,
  ],
  [
    "a grant that allows other tools by annotation",
    { grants: [{ to: "user", rule: { action: "allow", annotation: "readOnlyHint" } }] },
    othersOfServer,
  ],
  [
    "a grant that allows another server",
    {
      grants: [
        { rule: { action: "allow", server: "office" } },
        { to: "key", rule: { action: "allow", server: "elsewhere" } },
      ],
    },
    anything,
  ],
];
const isAboutOneTool = (hidden: RegExp): boolean => hidden !== anything;

/** Rules that forbid some calls of a tool. */
const guarding: readonly (readonly [name: string, rules: Rules])[] = [
  ["settings", { settings: [{ ...deny, name: "write_note", arguments: { path: "/etc/*" } }] }],
  [
    "settings that pin first",
    {
      settings: [
        { action: "pin", name: "*" },
        { ...hide, arguments: { path: "/etc/*" } },
      ],
    },
  ],
  ["the caller's key", { key: [{ ...deny, server: "office", arguments: { path: "/etc/*" } }] }],
  ["the server's entry", { entry: [{ ...deny, arguments: { path: "/etc/*" } }] }],
  [
    "a grant to the team",
    { grants: [{ to: "team", rule: { ...deny, name: "*write*", arguments: { path: "/etc/*" } } }] },
  ],
];

const operator = createApiKey();
const mcp = { programs: "javascript" } as const;

function configWith({ settings = [], key, grants }: Rules, model: PuppetModel) {
  const { keys, of } = keysWith({ caller: key ?? [] });
  const config = {
    upstreams: { puppet: { dialect: "anthropic", url: model.url, apiKey: "sk-test" } },
    routes: [
      { model: "bridge-*", loader: "bridge" },
      { model: "append-*", loader: "append" },
      { model: "native-*", loader: "native" },
      { model: "inject-*", loader: "bridge", inject: "always" },
      { model: "upstream-*", loader: "native", serverSearch: "upstream" },
    ],
    settings: { policy: settings },
    mcp,
    ...(key === undefined ? {} : { keys }),
    ...(grants === undefined ? {} : { keys: [{ name: "operator", sha256: operator.sha256, admin: true }] }),
  } as GatewayConfig;
  return { config, key: key === undefined ? undefined : of["caller"]?.key };
}

const inAcme = { organisation: "acme" };

/** Makes the organisation, and gives the caller's key. */
async function grantAll(visit: Visit, grants: NonNullable<Rules["grants"]>): Promise<string> {
  await changeAccess(visit, { change: "add-organisation", ...inAcme });
  await changeAccess(visit, { change: "add-team", ...inAcme, team: "data" });
  await changeAccess(visit, { change: "set-user", ...inAcme, user: "ada", teams: ["data"] });
  const { secret = "" } = await changeAccess(visit, { change: "create-key", ...inAcme, key: "caller", user: "ada" });
  const subjects = { team: "data", user: "ada", key: "caller" };
  for (const { to: kind, rule } of grants) {
    const to = kind === undefined ? { kind: "organisation" } : { kind, name: subjects[kind] };
    await changeAccess(visit, { change: "add-grant", ...inAcme, to, rule });
  }
  return secret;
}

let office: Office;
let model: PuppetModel;
// One gateway and one server for all rules: most of the time went into starting them.
beforeAll(async () => {
  model = await startPuppetModel();
  office = await openOffice(folder, { mcp });
});
afterAll(async () => {
  await office.close();
  await model.close();
});

/** Puts these rules in force for the tests of a `describe`. */
function useVisit(rules: Rules): () => Visit {
  let visit: Visit;
  beforeAll(async () => {
    const { config, key } = configWith(rules, model);
    await office.reload(config, rules.entry);
    visit = { office, model, key };
    if (rules.grants === undefined) return;
    visit = { ...visit, operator: operator.key };
    visit = { ...visit, key: await grantAll(visit, rules.grants) };
  });
  beforeEach(() => visit.office.forgetRuns());
  afterAll(async () => {
    if (rules.grants !== undefined) await changeAccess(visit, { change: "remove-organisation", ...inAcme });
  });
  return () => visit;
}

/** The doors that can tell the caller of these rules. */
function doorsFor({ key, grants }: Rules, all: readonly Door[]): readonly Door[] {
  const known =
    grants === undefined ? (key === undefined ? [undefined] : [undefined, "key"]) : [undefined, "key", "grants"];
  return all.filter(({ needs }) => known.includes(needs));
}

/** A process of its own is slow to start, and applies rules as `/mcp` does: one rule of each place is enough. */
const triedByCommand: readonly Rules[] = [hiding[0], hiding[10], guarding[0], guarding[3]].flatMap(
  (row) => row?.[1] ?? [],
);
const isTriedByCommand = (rules: Rules): boolean => triedByCommand.includes(rules);

/** `toolcrib mcp` with the same rules; it knows no keys. */
function stdioDoorFor({ settings = [], entry = [] }: Rules, { office }: Visit): Door {
  const config = join(folder, `${crypto.randomUUID()}.json`);
  const content = { settings: { policy: settings }, mcp, mcpServers: { office: officeEntry(office.runsFile, entry) } };
  writeFileSync(config, JSON.stringify(content));
  const environment = {
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    PATH: process.env["PATH"] ?? "",
  };
  return stdioDoor([process.execPath, binFile, "mcp", "--config", config], environment);
}

async function expectHidden(door: Door, visit: Visit, hidden: RegExp): Promise<void> {
  const shown = await door.tell(visit);
  expect(shown).not.toMatch(hidden);
  // Neither does a number tell that there is one more.
  if (door.countOfAll !== undefined) expect(shown).not.toMatch(door.countOfAll);
  expect(await door.call(visit, "shred_note", "a")).toBe(0);
  if (!isAboutOneTool(hidden)) {
    expect(await door.call(visit, "read_note", "a")).toBe(0);
    return;
  }
  expect(shown).toContain("read_note");
  if (door.hasNoCalls !== true) expect(await door.call(visit, "read_note", "a")).toBeGreaterThan(0);
}

async function expectGuarded(door: Door, visit: Visit): Promise<void> {
  expect(await door.tell(visit)).toContain("write_note");
  expect(await door.call(visit, "write_note", "/etc/passwd")).toBe(0);
  if (door.hasNoCalls !== true) expect(await door.call(visit, "write_note", "/srv/a")).toBeGreaterThan(0);
}

describe("without rules", () => {
  const visit = useVisit({});

  it.each([...doorsFor({}, doors), ...openAiDoors].filter((door) => door.isSilentWithoutRules !== true))(
    "$name shows the tool and runs it",
    async (door) => {
      const shown = await door.tell(visit());
      expect(shown).toMatch(shredded);
      if (door.countOfAll !== undefined) expect(shown).toMatch(door.countOfAll);
      if (door.hasNoCalls !== true) expect(await door.call(visit(), "shred_note", "a")).toBeGreaterThan(0);
    },
  );

  it.each(inlineDoors)("$name shows the tool", async (door) => {
    expect(await door.tell(visit())).toMatch(shredded);
  });

  it("toolcrib mcp shows the tool and runs it", async () => {
    const door = stdioDoorFor({}, visit());

    expect(await door.tell(visit())).toMatch(shredded);
    expect(await door.call(visit(), "shred_note", "a")).toBeGreaterThan(0);
  });
});

describe.each(hiding)("E1.0 a rule by %s", (_name, rules, hidden) => {
  const visit = useVisit(rules);
  const given = [...(rules.settings ?? []), ...(rules.grants ?? []).map(({ rule }) => rule)];
  const dependsOnListing = given.some((rule) => "annotation" in rule);

  it.each(doorsFor(rules, [...doors, ...(dependsOnListing ? [] : plainDoors)]))(
    "hides the tool from $name",
    async (door) => {
      await expectHidden(door, visit(), hidden);
    },
  );

  if (isTriedByCommand(rules)) {
    it("hides the tool from toolcrib mcp", async () => {
      await expectHidden(stdioDoorFor(rules, visit()), visit(), hidden);
    });
  }
});

describe.each(guarding)("E1.0 a rule by arguments in %s", (_name, rules) => {
  const visit = useVisit(rules);

  it.each(doorsFor(rules, doors).filter(({ needs }) => needs === undefined))(
    "forbids the calls that match, and no others, at $name",
    async (door) => {
      await expectGuarded(door, visit());
    },
  );

  if (isTriedByCommand(rules)) {
    it("forbids the calls that match, and no others, at toolcrib mcp", async () => {
      await expectGuarded(stdioDoorFor(rules, visit()), visit());
    });
  }
});
