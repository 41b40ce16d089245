import { folderSkillSource, type SkillFiles } from "../skills/folder-source.ts";
import { remoteSkillSource } from "../skills/remote-source.ts";
import { openSkillLibrary, type SkillLibrary } from "../skills/skill-library.ts";
import { WordIndex } from "./word-index.ts";

const invoice = "---\nname: invoice\ndescription: Write an invoice.\n---\nStep one.\n";
const folder: Record<string, string> = {
  "skills/invoice/SKILL.md": invoice,
  "skills/letter/SKILL.md": "---\nname: letter\ndescription: >\n  Write a letter\n  by hand.\n---\nDear …",
  "skills/broken/SKILL.md": "no front matter",
};
/** A folder with two skills, a broken one and something else. */
export const files: SkillFiles = {
  list: async () => ["letter", "notes.txt", "invoice", "broken"],
  read: async (path) => folder[path],
};
const remoteUrl = "https://skills.example/translate/SKILL.md";
const fetchText = async (url: string) => {
  if (url !== remoteUrl) throw new Error("404");
  return "---\nname: translate\ndescription: Translate a letter.\n---\nWord by word.";
};

/** A library of a folder and two URLs, one of them dead, in one index with a tool. */
export async function openLibrary(): Promise<{ library: SkillLibrary; index: WordIndex }> {
  const sources = [
    folderSkillSource("skills/", files),
    remoteSkillSource([remoteUrl, "https://gone.example"], fetchText),
  ];
  const library = await openSkillLibrary(sources);
  const index = new WordIndex();
  index.sync([...library.documents, { name: "write_letter_tool", description: "A tool, not a skill." }]);
  return { library, index };
}
