import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { describe, expect, it } from "vitest";
import { skillSourceSuite } from "../suites/index.ts";
import { folderSkillSource } from "./folder-source.ts";
import { remoteSkillSource } from "./remote-source.ts";
import type { SkillSource } from "./skill.ts";

const skillFile = (name: string) =>
  `---\nname: ${name}\ndescription: Does ${name}.\nshortId: ${name}_1\n---\nHow to ${name}.\n`;
const texts = new Map([
  ["/skills/review/SKILL.md", skillFile("review")],
  ["/skills/deploy/SKILL.md", skillFile("deploy")],
  ["/skills/broken/SKILL.md", "no front matter"],
  ["https://skills.test/one.md?key=hidden", skillFile("review")],
  ["https://skills.test/two.md", skillFile("deploy")],
]);

const ofFolder = () =>
  folderSkillSource("/skills", {
    list: async () => ["review", "notes.txt", "deploy", "broken"],
    read: async (path) => texts.get(path),
  });

const ofUrls = () =>
  remoteSkillSource(
    ["https://skills.test/one.md?key=hidden", "https://skills.test/two.md", "https://skills.test/three.md"],
    async (url) => texts.get(url) ?? Promise.reject(new Error(`${url} answers with status 404.`)),
  );

describe.each([
  ["a folder", ofFolder],
  ["URLs", ofUrls],
])("skills of %s", (_name, create) => {
  it.each(skillSourceSuite(create))("P2 $title", ({ run }) => run());
});

describe("skillSourceSuite", () => {
  const failing = async (change: (source: SkillSource) => Partial<SkillSource>): Promise<string[]> => {
    const checks = skillSourceSuite(() => {
      const source = ofFolder();
      return { ...source, ...change(source) };
    });
    return titlesOfFailedChecks(checks);
  };

  it.each<[string, (source: SkillSource) => Partial<SkillSource>, string[]]>([
    [
      "gives any skill some text",
      () => ({ load: async () => "Something." }),
      ["rejects a skill that it does not have, and says which"],
    ],
    [
      "keeps the front matter",
      () => ({ load: async ({ name, location }) => texts.get(location) ?? Promise.reject(new Error(`No ${name}.`)) }),
      [
        "loads the text of each skill that it lists, without its front matter",
        "rejects a skill that it does not have, and says which",
      ],
    ],
    [
      "lists descriptions of any length",
      (source) => ({
        list: async () => {
          const { skills, failures } = await source.list();
          return { skills: skills.map((skill) => ({ ...skill, description: "x".repeat(2_000) })), failures };
        },
      }),
      ["lists skills by name, description and place, each of a bounded size"],
    ],
    [
      "lists in another order each time",
      (source) => {
        let count = 0;
        return {
          list: async () => {
            const { skills, failures } = await source.list();
            return { skills: count++ % 2 === 0 ? skills : skills.toReversed(), failures };
          },
        };
      },
      ["lists the same skills in the same order each time"],
    ],
  ])("P2 detects a source that %s", async (_what, change, titles) => {
    expect(await failing(change)).toEqual(titles);
  });
});
