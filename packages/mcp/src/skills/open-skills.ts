import { readdir } from "node:fs/promises";
import {
  folderSkillSource,
  openSkillLibrary,
  remoteSkillSource,
  type SkillFiles,
  type SkillLibrary,
} from "@toolcrib/core/skills";
import { fetchText } from "./fetch-text.ts";
import { readFileWithin } from "./read-file-within.ts";

/**
 * Where skills are loaded from: folders with one subfolder per skill, each with a `SKILL.md`, and URLs of such files.
 */
export interface SkillPlaces {
  readonly folders?: readonly string[] | undefined;
  readonly urls?: readonly string[] | undefined;
}

const maxFileBytes = 1_024 * 1_024;
const maxEntries = 10_000;

/** Reads skills from disk and network. What cannot be read is listed in the library's failures. */
export function openSkills({ folders = [], urls = [] }: SkillPlaces): Promise<SkillLibrary> {
  return openSkillLibrary([
    ...folders.map((folder) => folderSkillSource(folder, diskFiles(folder))),
    ...(urls.length === 0 ? [] : [remoteSkillSource(urls, (url) => fetchText(url, maxFileBytes))]),
  ]);
}

function diskFiles(folder: string): SkillFiles {
  return {
    async list() {
      const entries = await readdir(folder);
      if (entries.length <= maxEntries) return entries;
      throw new Error(`${folder} has ${entries.length} entries; expected at most ${maxEntries}`);
    },
    read: (path) => readFileWithin(folder, path, maxFileBytes),
  };
}
