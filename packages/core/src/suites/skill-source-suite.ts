import { assert, assertSame, type Check } from "@toolcrib/shared/suites";
import type { SkillSource, SkillSummary } from "../skills/skill.ts";

const maxDescription = 1_024;
const maxLocation = 8_192;
const namePattern = /^[a-z0-9][a-z0-9-]{0,63}$/;
const shortIdPattern = /^[\w-]{1,32}$/;
const missingName = "no-skill-of-this-name";

/**
 * What every source of skills does. Each check makes a source of its own; it must have at least two skills, and none called
 * `no-skill-of-this-name`. Run each check with the test framework of your choice.
 */
export function skillSourceSuite(create: () => SkillSource | Promise<SkillSource>): readonly Check[] {
  return [
    {
      title: "is of specification v1",
      run: async () => assertSame((await create()).specificationVersion, "v1", "the specification"),
    },
    {
      title: "lists skills by name, description and place, each of a bounded size",
      run: async () => {
        const { skills } = await (await create()).list();
        assert(skills.length >= 2, `expected at least two skills to check, got ${skills.length}`);
        for (const skill of skills) checkSummary(skill);
      },
    },
    {
      title: "says of what it could not read where it is and why",
      run: async () => {
        const { failures } = await (await create()).list();
        for (const { location, reason } of failures) {
          assert(isText(location, maxLocation), "expected the place of what could not be read");
          assert(isText(reason, maxLocation), `expected a reason why ${location} could not be read`);
        }
      },
    },
    {
      title: "lists the same skills in the same order each time",
      run: async () => {
        const source = await create();
        const first = await source.list();
        const written = JSON.stringify(first);
        assertSame(await source.list(), first, "the second list");
        assertSame(await (await create()).list(), first, "the list of a source made anew");
        assertSame(JSON.stringify(first), written, "the first list, afterwards");
      },
    },
    {
      title: "loads the text of each skill that it lists, without its front matter",
      run: async () => {
        const source = await create();
        for (const skill of (await source.list()).skills) {
          const text = await source.load(skill);
          assert(typeof text === "string", `expected the text of ${skill.name}, got ${typeof text}`);
          const isWhole = /^\uFEFF?---\r?\n[\s\S]*?^name:/m.test(text);
          assert(!isWhole, `expected ${skill.name} without its front matter`);
          assertSame(await source.load(skill), text, `the text of ${skill.name}, loaded again`);
        }
      },
    },
    {
      title: "gives each skill its own text when several are loaded at once",
      run: async () => {
        const source = await create();
        const { skills } = await source.list();
        const texts: string[] = [];
        for (const skill of skills) texts.push(await source.load(skill));
        const [atOnce] = await Promise.all([Promise.all(skills.map((skill) => source.load(skill))), source.list()]);
        assertSame(atOnce, texts, "the texts");
      },
    },
    {
      title: "rejects a skill that it does not have, and says which",
      run: async () => {
        const source = await create();
        const [listed] = (await source.list()).skills;
        assert(listed !== undefined, "expected a skill to check");
        const { shortId: _shortId, ...summary } = listed;
        await requireRefusal(source, { ...summary, name: missingName });
        await requireRefusal(source, { ...summary, name: missingName, location: `${summary.location}/${missingName}` });
      },
    },
  ];
}

function checkSummary({ name, description, shortId, location, isRemote }: SkillSummary): void {
  assert(namePattern.test(name), `expected a name of lower-case letters, digits and hyphens, got ${name.slice(0, 80)}`);
  assert(
    isText(description, maxDescription),
    `expected a description of ${name}, of at most ${maxDescription} characters`,
  );
  // It stands in lists that are read line by line.
  assert(!/\p{Cc}/u.test(description), `expected the description of ${name} on one line`);
  assert(shortId === undefined || shortIdPattern.test(shortId), `expected a short id of ${name}, got ${shortId}`);
  assert(isText(location, maxLocation), `expected where ${name} comes from`);
  assert(typeof isRemote === "boolean", `expected whether ${name} comes from outside`);
}

async function requireRefusal(source: SkillSource, skill: SkillSummary): Promise<void> {
  const error = await source.load(skill).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert(error instanceof Error, "expected the promise to be rejected with an error");
  const isNamed = [skill.name, skill.location].some((word) => error.message.includes(word));
  assert(isNamed, `expected an error that names ${skill.name} or its place, got: ${error.message.slice(0, 200)}`);
}

const isText = (value: unknown, maxLength: number): boolean =>
  typeof value === "string" && value !== "" && value.length <= maxLength;
