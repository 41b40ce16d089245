import { errorMessage } from "@toolcrib/shared/errors";
import { shownUrl } from "../redaction/secrets-in.ts";
import { bodyOf, readSkillFile } from "./front-matter.ts";
import type { SkillListing, SkillSource, SkillSummary } from "./skill.ts";

/** Fetches the text behind a URL; rejects if there is none. */
export type FetchText = (url: string) => Promise<string>;

/**
 * Skills from a list of `SKILL.md` URLs. One that cannot be fetched does not affect the others. A URL may contain
 * credentials: a skill's location is the URL without them.
 */
export function remoteSkillSource(urls: readonly string[], fetchText: FetchText): SkillSource {
  const urlByName = new Map<string, string>();
  return {
    specificationVersion: "v1",
    async list() {
      const skills: SkillSummary[] = [];
      const failures: SkillListing["failures"][number][] = [];
      const files = await Promise.allSettled(
        urls.map(async (url) => readSkillFile(await fetchText(url), shownUrl(url))),
      );
      for (const [position, file] of files.entries()) {
        const url = String(urls[position]);
        const location = shownUrl(url);
        if (file.status === "rejected") {
          failures.push({ location, reason: errorMessage(file.reason).replaceAll(url, location) });
        } else {
          const { body: _body, ...summary } = file.value;
          if (!urlByName.has(summary.name)) urlByName.set(summary.name, url);
          skills.push({ ...summary, location, isRemote: true });
        }
      }
      return { skills, failures };
    },
    async load({ name, location }) {
      const url = urlByName.get(name) ?? location;
      try {
        return bodyOf(name, readSkillFile(await fetchText(url), location), location);
      } catch (error) {
        throw new Error(errorMessage(error).replaceAll(url, location));
      }
    },
  };
}
