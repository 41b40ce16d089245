import { posix } from "node:path";
import type { ExecutedFunction } from "./process/function-coverage.ts";
import { type Counts, describeFigures, figuresOf } from "./ratchet/count.ts";

/** A line for each case: files and functions, in all and by package. */
export function renderTable(measured: Counts): string {
  const rows = [...measured].map(([name, counts]) => {
    const { files, functions } = figuresOf(counts);
    const packages = new Map<string, number>();
    for (const file of counts.keys()) {
      const [, owner = ""] = file.split("/");
      packages.set(owner, (packages.get(owner) ?? 0) + 1);
    }
    const byPackage = [...packages]
      .sort(([, one], [, other]) => other - one)
      .map(([owner, count]) => `${owner} ${count}`);
    return `${name.padEnd(54)}${String(files).padStart(5)}${String(functions).padStart(11)}   ${byPackage.join(", ")}`;
  });
  return [`${"".padEnd(54)}files  functions   files by package`, ...rows].join("\n");
}

/** The files and the functions of a case, by folder. */
export function renderFiles(functions: readonly ExecutedFunction[]): string {
  const folders = groupBy(functions, ({ file }) => posix.dirname(file));
  return [...folders]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([folder, inFolder]) => {
      const files = groupBy(inFolder, ({ file }) => posix.basename(file));
      const lines = [...files]
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([file, inFile]) => `  ${file}: ${describeFunctions(inFile)}`);
      const figures = describeFigures({ files: files.size, functions: inFolder.length });
      return [`${folder}: ${figures}`, ...lines].join("\n");
    })
    .join("\n");
}

function describeFunctions(functions: readonly ExecutedFunction[]): string {
  const inOrder = functions.toSorted((one, other) => one.offset - other.offset);
  const names = inOrder.flatMap(({ name }) => (name === "" ? [] : [name]));
  const anonymous = functions.length - names.length;
  return [...names, ...(anonymous === 0 ? [] : [`${anonymous} anonymous`])].join(", ");
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
