import { errorMessage } from "@toolcrib/shared/errors";
import { readSkillFile } from "./front-matter.ts";
import type { SkillListing, SkillSource, SkillSummary } from "./skill.ts";

/** Fetches the text behind a URL; rejects if there is none. */
export type FetchText = (url: string) => Promise<string>;

/** Skills from a list of URLs, each of a `SKILL.md`. One that cannot be fetched does not stop the others. */
export function remoteSkillSource(urls: readonly string[], fetchText: FetchText): SkillSource {
  return {
    specificationVersion: "v1",
    async list() {
      const skills: SkillSummary[] = [];
      const failures: SkillListing["failures"][number][] = [];
      const files = await Promise.allSettled(urls.map(async (url) => readSkillFile(await fetchText(url), url)));
      for (const [position, file] of files.entries()) {
        const location = String(urls[position]);
        if (file.status === "rejected") {
          failures.push({ location, reason: errorMessage(file.reason) });
        } else {
          const { body: _body, ...summary } = file.value;
          skills.push({ ...summary, location, isRemote: true });
        }
      }
      return { skills, failures };
    },
    async load({ location }) {
      return readSkillFile(await fetchText(location), location).body;
    },
  };
}
