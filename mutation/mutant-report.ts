import { readFileSync } from "node:fs";

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
}

export interface AreaResult {
  readonly area: string;
  readonly files: readonly string[];
  /** How many were noticed, those included that ran into the time limit. */
  readonly killed: number;
  readonly timedOut: number;
  readonly survivors: readonly Survivor[];
}

const noticed: ReadonlySet<string> = new Set(["Killed", "Timeout"]);
const missed: ReadonlySet<string> = new Set(["Survived", "NoCoverage"]);

/** Reads which mutants were noticed; those that do not run or were left out do not count. */
export function readReport(path: string, area: string): AreaResult {
  const { files } = JSON.parse(readFileSync(path, "utf8")) as Report;
  let killed = 0;
  let timedOut = 0;
  const survivors: Survivor[] = [];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const mutant of mutants) {
      if (noticed.has(mutant.status)) killed++;
      if (mutant.status === "Timeout") timedOut++;
      if (missed.has(mutant.status)) survivors.push(survivorOf(file, source, mutant));
    }
  }
  return { area, files: Object.keys(files), killed, timedOut, survivors };
}

/** The line is part of the id, since the same few characters may stand in several places of a file. */
function survivorOf(file: string, source: string, { location, replacement }: ReportedMutant): Survivor {
  const { start, end } = location;
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const before = lines[0]?.slice(0, start.column - 1) ?? "";
  const after = lines.at(-1)?.slice(end.column - 1) ?? "";
  const original = lines.join("\n").slice(before.length, -after.length || undefined);
  const id = `${file}: ${onOneLine(`${before}⟦${original} → ${replacement}⟧${after}`)}`;
  return { id, place: `${file}:${start.line}` };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
