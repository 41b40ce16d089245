import type { SkillSummary } from "./skill.ts";

const opening = "<skills>";
const closing = "</skills>";

/** A list of skills, one per line: the model reads it, and later turns parse it back. */
export function writeSkillList(skills: readonly SkillSummary[]): string {
  return [opening, ...skills.map(writeLine), closing].join("\n");
}

/** A description is untrusted: it must not end the list or the text around it. */
function writeLine({ name, description, shortId }: SkillSummary): string {
  const id = shortId === undefined ? "" : ` (${shortId})`;
  return `- ${name}${id}: ${description.replace(/[<>\s]+/g, " ").trim()}`;
}

/** The names in a list of skills. */
export function readSkillList(text: string): readonly string[] {
  const lines = text.split("\n");
  const from = lines.indexOf(opening);
  const to = lines.indexOf(closing, from);
  if (from < 0 || to < 0) return [];
  return lines.slice(from + 1, to).flatMap((line) => /^- ([a-z0-9-]+)(?: \([\w-]+\))?: /.exec(line)?.[1] ?? []);
}
