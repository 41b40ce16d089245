import { errorMessage } from "@toolcrib/shared/errors";
import { bodyOf, readSkillFile } from "./front-matter.ts";
import type { SkillListing, SkillSource, SkillSummary } from "./skill.ts";

/** The minimal file system interface, so that any runtime can provide its own. */
export interface SkillFiles {
  /** The names of a folder's entries. */
  list(folder: string): Promise<readonly string[]>;
  /** The text of a file, or undefined if there is none. */
  read(path: string): Promise<string | undefined>;
}

/** Skills in a folder: each in a subfolder with a `SKILL.md`. */
export function folderSkillSource(folder: string, files: SkillFiles): SkillSource {
  const pathOf = (entry: string) => `${folder.replace(/\/$/, "")}/${entry}/SKILL.md`;
  return {
    specificationVersion: "v1",
    async list() {
      const skills: SkillSummary[] = [];
      const failures: SkillListing["failures"][number][] = [];
      for (const entry of [...(await files.list(folder))].sort()) {
        const location = pathOf(entry);
        try {
          const text = await files.read(location);
          if (text === undefined) continue;
          const { body: _body, ...summary } = readSkillFile(text, location);
          skills.push({ ...summary, location, isRemote: false });
        } catch (error) {
          failures.push({ location, reason: errorMessage(error) });
        }
      }
      return { skills, failures };
    },
    async load({ name, location }) {
      const text = await files.read(location);
      return bodyOf(name, readSkillFile(text ?? "", location), location);
    },
  };
}
