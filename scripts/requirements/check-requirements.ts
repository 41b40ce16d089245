import type { ParsedFile } from "./parse-file.ts";
import { findIds } from "./read-ids.ts";
import { readTitles } from "./read-titles.ts";
import type { Requirement, Requirements } from "./requirement.ts";

/** What is wrong between requirements and the files that cite them, one sentence each. */
export function checkRequirements(manifests: readonly Requirements[], files: readonly ParsedFile[]): string[] {
  const entries = manifests.flatMap((manifest) => Object.entries(manifest));
  const ids = entries.map(([id]) => id);
  const titles = files.filter(({ path }) => path.endsWith(".test.ts")).flatMap(readTitles);
  const passing = new Set(titles.filter(({ isGap }) => !isGap).flatMap((title) => title.ids));
  const failing = new Set(titles.filter(({ isGap }) => isGap).flatMap((title) => title.ids));
  const isCitedIn = (id: string, path: string): boolean =>
    titles.some(({ file, ids: cited }) => file.endsWith(path) && cited.includes(id));
  // `E14` stands for all of E14.1, E14.2 and so on.
  const defined = new Set([...ids, ...ids.map((id) => id.replace(/\.\d+$/, ""))]);
  const texts = [
    ...titles.map(({ file, text, ids: cited }) => ({ path: file, text, ids: [...cited, ...findIds(text)] })),
    ...files.flatMap(({ path, comments }) => comments.map((text) => ({ path, text, ids: findIds(text) }))),
  ];
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is defined twice.`),
    ...entries.flatMap(([id, requirement]) => checkRequirement(id, requirement, passing, failing)),
    ...entries.flatMap(([id, { shownIn }]) =>
      shownIn === undefined || isCitedIn(id, shownIn)
        ? []
        : [`${shownIn} does not show the gap of ${id}: it does not cite it.`],
    ),
    ...texts.flatMap(({ path, ids: named }) =>
      [...new Set(named)]
        .filter((id) => !defined.has(id))
        .map((id) => `${path} cites ${id}, which no manifest defines.`),
    ),
    ...texts
      .filter(({ text }) => text.includes("§"))
      .map(({ path, text }) => `${path} cites a section of a document instead of an id: ${text.trim()}`),
  ];
}

function checkRequirement(
  id: string,
  { gap, planned, shownIn }: Requirement,
  passing: ReadonlySet<string>,
  failing: ReadonlySet<string>,
): string[] {
  if (planned !== undefined) {
    return passing.has(id) || failing.has(id) ? [`${id} is planned, but a test cites it.`] : [];
  }
  if (gap !== undefined && shownIn === undefined && !failing.has(id))
    return [`${id} has a gap, but no test that is expected to fail cites it.`];
  if (gap === undefined && failing.has(id)) return [`${id} has a test that is expected to fail, but no gap.`];
  return gap !== undefined || passing.has(id) ? [] : [`${id} has no test that cites it.`];
}
