import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { GatewayConfig } from "@toolcrib/gateway";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { keysWith, officeEntry, openOffice } from "../../src/testing/office.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";
import type { Door, Visit } from "./door.ts";
import { frontDoors, stdioDoor } from "./front-doors.ts";
import { inlineDoors, messageDoors } from "./message-doors.ts";
import { type PuppetModel, startPuppetModel } from "./model.ts";
import { toolsetDoors } from "./toolset-doors.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { folder } = createTemporaryFiles();
const doors: readonly Door[] = [...frontDoors, ...messageDoors, ...toolsetDoors];
const bin = fileURLToPath(new URL("../../bin/toolcrib.js", import.meta.url));

interface Rules {
  readonly settings?: readonly object[];
  readonly key?: readonly object[];
  readonly entry?: readonly object[];
}

const shredded = /shred/i;
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
];
const isAboutOneTool = (hidden: RegExp): boolean => hidden === shredded;

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
];

function configWith({ settings = [], key }: Rules, model: PuppetModel) {
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
    ...(key === undefined ? {} : { keys }),
  } as GatewayConfig;
  return { config, key: key === undefined ? undefined : of["caller"] };
}

/** Opens the office by these rules for the tests of a `describe`. */
function useVisit(rules: Rules): () => Visit {
  let visit: Visit;
  beforeAll(async () => {
    const model = await startPuppetModel();
    const { config, key } = configWith(rules, model);
    visit = { office: await openOffice(folder, config, rules.entry), model, key };
  });
  beforeEach(() => visit.office.forgetRuns());
  afterAll(async () => {
    await visit.office.close();
    await visit.model.close();
  });
  return () => visit;
}

/** `toolcrib mcp` with the same rules; it knows no keys. */
function stdioDoorFor({ settings = [], entry = [] }: Rules, { office }: Visit): Door {
  const config = join(folder, `${crypto.randomUUID()}.json`);
  const content = { settings: { policy: settings }, mcpServers: { office: officeEntry(office.runsFile, entry) } };
  writeFileSync(config, JSON.stringify(content));
  const environment = {
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    PATH: process.env["PATH"] ?? "",
  };
  return stdioDoor([process.execPath, bin, "mcp", "--config", config], environment);
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

  it.each(doors.filter((door) => door.isSilentWithoutRules !== true))(
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
  const dependsOnListing = rules.settings?.some((rule) => "annotation" in rule) === true;

  it.each([...doors, ...(dependsOnListing ? [] : inlineDoors)])("hides the tool from $name", async (door) => {
    await expectHidden(door, visit(), hidden);
  });

  if (rules.key === undefined) {
    it("hides the tool from toolcrib mcp", async () => {
      await expectHidden(stdioDoorFor(rules, visit()), visit(), hidden);
    });
  }
});

describe.each(guarding)("E1.0 a rule by arguments in %s", (_name, rules) => {
  const visit = useVisit(rules);

  it.each(doors)("forbids the calls that match, and no others, at $name", async (door) => {
    await expectGuarded(door, visit());
  });

  if (rules.key === undefined) {
    it("forbids the calls that match, and no others, at toolcrib mcp", async () => {
      await expectGuarded(stdioDoorFor(rules, visit()), visit());
    });
  }
});
