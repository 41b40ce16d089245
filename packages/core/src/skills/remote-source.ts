import { readSkillFile } from "./front-matter.ts";
import type { SkillSource } from "./skill.ts";

/** Fetches the text behind a URL; rejects if there is none. */
export type FetchText = (url: string) => Promise<string>;

/** Skills from a list of URLs, each of a `SKILL.md`. One that cannot be fetched does not stop the others. */
export function remoteSkillSource(urls: readonly string[], fetchText: FetchText): SkillSource {
  return {
    specificationVersion: "v1",
    async list() {
      const answers = await Promise.allSettled(urls.map(async (url) => readSkillFile(await fetchText(url), url)));
      const skills = answers.flatMap((answer, position) =>
        answer.status === "fulfilled"
          ? [{ ...summaryOf(answer.value), location: String(urls[position]), isRemote: true }]
          : [],
      );
      const failures = answers.flatMap((answer, position) =>
        answer.status === "rejected" ? [{ location: String(urls[position]), reason: reasonOf(answer.reason) }] : [],
      );
      return { skills, failures };
    },
    async load({ location }) {
      return readSkillFile(await fetchText(location), location).body;
    },
  };
}

function summaryOf({ name, description }: { name: string; description: string }): {
  name: string;
  description: string;
} {
  return { name, description };
}

function reasonOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
