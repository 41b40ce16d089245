import { join } from "node:path";
import { createApiKey, type GatewayConfig } from "@toolcrib/gateway";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { keysWith, type Office, openOffice } from "../../src/testing/office.ts";
import { createTemporaryFiles } from "../../src/testing/temporary-files.ts";
import { changeAccess } from "./admin-doors.ts";
import type { Visit } from "./door.ts";
import { bash, post } from "./message-doors.ts";
import { type PuppetModel, startPuppetModel } from "./model.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const files = createTemporaryFiles();
const skill = (name: string, description: string, text: string): string =>
  files.write(`skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: ${description}\n---\n${text}\n`);
const operator = createApiKey();
const wanted = { name: "Skill", arguments: { name: "shred-*" } };
const deny = { action: "deny", ...wanted };
/** What nobody may hear of a skill that is denied, and of any if none is allowed. */
const shredded = /shred-papers|tear papers up|feed the machine/i;
const anySkill = /-papers|tear papers up|feed the machine|into folders|DiscoverSkills|discover_skills|load_skill/i;

interface Rules {
  readonly settings?: readonly object[];
  readonly key?: readonly object[];
  readonly grants?: readonly { readonly to?: "team" | "user" | "key"; readonly rule: object }[];
}

const rows: readonly (readonly [name: string, rules: Rules, hidden: RegExp])[] = [
  ["settings", { settings: [deny] }, shredded],
  ["settings that hide all skills", { settings: [{ action: "hide", name: "Skill" }] }, anySkill],
  ["the caller's key", { key: [deny] }, shredded],
  ["a grant to the organisation", { grants: [{ rule: deny }] }, shredded],
  [
    "a grant to the team, where another allows all skills",
    { grants: [{ rule: { action: "allow", server: "skills" } }, { to: "team", rule: deny }] },
    shredded,
  ],
  ["a grant to the user", { grants: [{ to: "user", rule: deny }] }, shredded],
  [
    "a grant to the key that denies all skills",
    { grants: [{ to: "key", rule: { action: "deny", name: "Skill" } }] },
    anySkill,
  ],
  [
    "a grant that allows only a server",
    { grants: [{ to: "team", rule: { action: "allow", server: "office" } }] },
    anySkill,
  ],
];

/** Everything that is said about skills, and what comes of loading one. */
interface SkillDoor {
  readonly name: string;
  readonly tell: (visit: Visit) => Promise<string>;
  readonly load: (visit: Visit, skill: string) => Promise<string>;
}

const skillDoors: readonly SkillDoor[] = [
  {
    name: "/mcp",
    tell: async ({ office, key }) => {
      const client = await office.connect(key);
      const ask = (name: string, given: object) => client.callTool({ name, arguments: { ...given } });
      const answers = [
        client.getInstructions(),
        await client.listTools(),
        await ask("search_tools", { query: "put papers away", limit: 50 }),
        await ask("discover_skills", { query: "papers" }).catch(() => "unknown"),
        await ask("load_skill", { name: "shed-papers" }).catch(() => "unknown"),
      ];
      await client.close();
      // What the client itself asked for comes back in an error.
      return JSON.stringify(answers).replaceAll(/There is no tool \\"(discover_skills|load_skill)\\"/g, "");
    },
    load: async ({ office, key }, skill) => {
      const client = await office.connect(key);
      await client.callTool({ name: "discover_skills", arguments: { query: "papers" } });
      const loaded = await client.callTool({ name: "load_skill", arguments: { name: skill } });
      await client.close();
      return JSON.stringify(loaded);
    },
  },
  {
    name: "/v1/messages",
    tell: async (visit) => {
      await sayAll(visit, "shed-papers");
      return JSON.stringify(visit.model.sent().map(withoutCalls));
    },
    load: async (visit, skill) => {
      await sayAll(visit, skill);
      return JSON.stringify(visit.model.sent().at(-1));
    },
  },
];

/** The model looks for skills and loads one. */
async function sayAll(visit: Visit, name: string): Promise<void> {
  visit.model.play(
    [{ name: "DiscoverSkills", input: { query: "papers" } }],
    [{ name: "Skill", input: { name } }],
    "Done.",
  );
  await post(visit, "/v1/messages", {
    model: "m",
    max_tokens: 1_000,
    tools: [bash],
    messages: [{ role: "user", content: "Put the papers away." }],
  });
}

/** What the model was sent, without its own calls. */
function withoutCalls({ messages, ...rest }: ReturnType<PuppetModel["sent"]>[number]): object {
  return { ...rest, messages: messages.filter(({ role }) => role !== "assistant") };
}

let office: Office;
let model: PuppetModel;
beforeAll(async () => {
  skill("shred-papers", "How to tear papers up for good.", "Feed the machine.");
  skill("file-papers", "How to put papers away.", "Put them into folders.");
  model = await startPuppetModel();
  office = await openOffice(files.folder, {});
});
afterAll(async () => {
  await office.close();
  await model.close();
});

async function enforce({ settings = [], key, grants }: Rules): Promise<Visit> {
  const { keys = [], of } = keysWith({ caller: key ?? [] });
  await office.reload({
    upstreams: { puppet: { dialect: "anthropic", url: model.url, apiKey: "sk-test" } },
    skills: { folders: [join(files.folder, "skills")] },
    settings: { policy: settings, skillWaitMilliseconds: 10_000 },
    ...(key !== undefined && { keys }),
    ...(grants !== undefined && { keys: [{ name: "operator", sha256: operator.sha256, admin: true }] }),
  } as GatewayConfig);
  const visit: Visit = { office, model, key: key === undefined ? undefined : of["caller"]?.key };
  if (grants === undefined) return visit;
  const change = (wanted: object) =>
    changeAccess({ ...visit, operator: operator.key }, { organisation: "acme", ...wanted });
  await change({ change: "add-organisation" });
  await change({ change: "add-team", team: "data" });
  await change({ change: "set-user", user: "ada", teams: ["data"] });
  const { secret } = await change({ change: "create-key", key: "caller", user: "ada" });
  const subjects = { team: "data", user: "ada", key: "caller" };
  for (const { to: kind, rule } of grants) {
    const to = kind === undefined ? { kind: "organisation" } : { kind, name: subjects[kind] };
    await change({ change: "add-grant", to, rule });
  }
  return { ...visit, operator: operator.key, key: secret };
}

describe("without rules", () => {
  it.each(skillDoors)("$name shows the skill and loads it", async (door) => {
    const visit = await enforce({});

    expect(await door.tell(visit)).toMatch(shredded);
    expect(await door.load(visit, "shred-papers")).toContain("Feed the machine.");
  });
});

describe.each(rows)("E1.0 a rule about skills by %s", (_name, rules, hidden) => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await enforce(rules);
  });
  afterAll(async () => {
    if (rules.grants !== undefined) await changeAccess(visit, { change: "remove-organisation", organisation: "acme" });
  });

  it.each(skillDoors)("hides the skill from $name", async (door) => {
    expect(await door.tell(visit)).not.toMatch(hidden);
    expect(await door.load(visit, "shred-papers")).not.toContain("Feed the machine.");
    const other = await door.load(visit, "file-papers");
    if (hidden === anySkill) expect(other).not.toContain("Put them into folders.");
    else expect(other).toContain("Put them into folders.");
  });
});
