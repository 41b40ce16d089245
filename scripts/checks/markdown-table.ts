import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../workspace.ts";

/** The rows of the tables under each `## ` heading, without their header rows; cells are trimmed, code marks are kept. */
export function readTablesByHeading(file: string): Map<string, string[][]> {
  const tables = new Map<string, string[][]>();
  let rows: string[][] | undefined;
  for (const line of readFileSync(join(rootFolder, file), "utf8").split("\n")) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) {
      rows = [];
      tables.set(heading.replaceAll("`", ""), rows);
    } else if (line.startsWith("|")) {
      rows?.push(cellsOf(line));
    }
  }
  for (const [heading, all] of tables) tables.set(heading, all.slice(2));
  return tables;
}

/** The text between code marks, or the cell as it is. */
export function withoutCodeMarks(cell: string): string {
  return cell.replace(/^`(.*)`$/, "$1");
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}
