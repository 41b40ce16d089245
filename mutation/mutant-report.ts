import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A mutant as Stryker reports it. */
interface ReportedMutant {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: string;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
}

interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly ReportedMutant[] }>>;
}

/** A change that no test noticed. `id` stays the same while the code around it moves. */
export interface Survivor {
  readonly id: string;
  readonly place: string;
  readonly original: string;
  readonly replacement: string;
}

export interface MutationResult {
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

const noticed: ReadonlySet<string> = new Set(["Killed", "Timeout", "RuntimeError"]);
const missed: ReadonlySet<string> = new Set(["Survived", "NoCoverage"]);

/** Reads which mutants were noticed; those that do not compile or were left out do not count. */
export function readReport(folder: string, fileName: string): MutationResult {
  const { files } = JSON.parse(readFileSync(join(folder, fileName), "utf8")) as Report;
  let killed = 0;
  const survivors: Survivor[] = [];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const mutant of mutants) {
      if (noticed.has(mutant.status)) killed++;
      if (missed.has(mutant.status)) survivors.push(survivorOf(file, source, mutant));
    }
  }
  return { killed, survivors };
}

function survivorOf(file: string, source: string, { location, replacement }: ReportedMutant): Survivor {
  const original = textAt(source, location);
  const id = `${file}: ${onOneLine(original)} → ${onOneLine(replacement)}`;
  return { id, place: `${file}:${location.start.line}`, original, replacement };
}

function textAt(source: string, { start, end }: ReportedMutant["location"]): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? "").slice(0, end.column - 1);
  lines[0] = (lines[0] ?? "").slice(start.column - 1);
  return lines.join("\n");
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
