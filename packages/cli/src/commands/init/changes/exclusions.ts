import { diskFiles, type FileAccess } from "./file-access.ts";
import { type Exclusion, gitStateOf } from "./git-state.ts";

/** The exclusions that files need. Those of files that a line of ours ignores already are among them. */
export async function neededExclusions(
  paths: readonly string[],
  earlier: readonly Exclusion[],
): Promise<readonly (Exclusion & { readonly isNew: boolean })[]> {
  const states = await Promise.all(paths.map(gitStateOf));
  return states.flatMap((state) => {
    if (state.kind !== "open" && state.kind !== "ignored") return [];
    const isNew = state.kind === "open";
    const isOurs = isNew || earlier.some((exclusion) => isSame(exclusion, state.exclusion));
    return isOurs ? [{ ...state.exclusion, isNew }] : [];
  });
}

export async function addExclusion({ file, line }: Exclusion): Promise<void> {
  const text = (await diskFiles.read(file))?.toString("utf8") ?? "";
  // So that taking the line out again leaves the bytes that were there.
  const added = text === "" || text.endsWith("\n") ? `${text}${line}\n` : `${text}\n${line}`;
  await diskFiles.write(file, added);
}

/** Takes a line out again; false if it is not there any more. */
export async function removeExclusion({ file, line }: Exclusion, files: FileAccess): Promise<boolean> {
  const lines = (await files.read(file))?.toString("utf8").split("\n") ?? [];
  const position = lines.lastIndexOf(line);
  if (position < 0) return false;
  const rest = lines.toSpliced(position, 1).join("\n");
  if (rest === "") await files.remove(file);
  else await files.write(file, rest);
  return true;
}

export function isSame(left: Exclusion, right: Exclusion): boolean {
  return left.file === right.file && left.line === right.line;
}
