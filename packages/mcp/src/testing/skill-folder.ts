import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The text of a `SKILL.md`. */
export function skillText(name: string, description: string, body: string, shortId?: string): string {
  const id = shortId === undefined ? "" : `shortId: ${shortId}\n`;
  return `---\nname: ${name}\ndescription: ${description}\n${id}---\n${body}\n`;
}

/** Writes skills to a folder, each in its own subfolder. */
export async function writeSkills(folder: string, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, "SKILL.md"), text);
  }
}
