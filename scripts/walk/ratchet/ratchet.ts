import { type Counts, countOf, describeFigures, type Figures, figuresOf } from "./count.ts";

/** The figures that no case may exceed. Kept in `ratchet.json`. */
export interface Ratchet {
  /** Each time that a figure was raised. */
  readonly raised: readonly Raise[];
  readonly cases: Readonly<Record<string, Figures>>;
  /** How many functions of each source every case runs, in the order of `cases`. They name what is new. */
  readonly sources: Readonly<Record<string, string>>;
}

interface Raise {
  readonly reason: string;
  readonly changes: readonly string[];
}

/** Messages by the names of cases. */
export interface Comparison {
  /** Cases that run more than they may. */
  readonly grown: ReadonlyMap<string, string>;
  /** Cases that have no figures yet. */
  readonly added: ReadonlyMap<string, string>;
  /** Cases that run notably less. */
  readonly shrunk: ReadonlyMap<string, string>;
}

/** A smaller change is not worth a note. */
const notableShare = 0.01;
/** More names of sources would hide the message. */
const maxSources = 20;

/** Compares what the measured cases run with what they may run. */
export function compareWithRatchet(ratchet: Ratchet, measured: Counts): Comparison {
  const grown = new Map<string, string>();
  const added = new Map<string, string>();
  const shrunk = new Map<string, string>();
  for (const [name, counts] of measured) {
    const now = figuresOf(counts);
    const before = ratchet.cases[name];
    if (before === undefined) {
      added.set(name, describeFigures(now));
      continue;
    }
    const files = now.files - before.files;
    const functions = now.functions - before.functions;
    if (files > 0 || functions > 0) {
      const more = [
        ...(files > 0 ? [countOf(files, "file")] : []),
        ...(functions > 0 ? [countOf(functions, "function")] : []),
      ];
      grown.set(name, `${more.join(" and ")} more than ${describeFigures(before)}${newIn(ratchet, name, counts)}`);
    } else if (-files > before.files * notableShare || -functions > before.functions * notableShare) {
      shrunk.set(name, `${describeFigures(now)}, before ${describeFigures(before)}`);
    }
  }
  return { grown, added, shrunk };
}

/** The ratchet for what was measured. The reason is kept if figures grew; without one, none may have. */
export function renewRatchet(ratchet: Ratchet, measured: Counts, reason?: string): Ratchet {
  const { grown } = compareWithRatchet(ratchet, measured);
  if (grown.size > 0 && reason === undefined) throw new Error("Expected no figure to grow without a reason.");
  const cases = [...measured].map(([name, counts]) => ({ name, now: figuresOf(counts), before: ratchet.cases[name] }));
  const changes = cases.flatMap(({ name, now, before }) =>
    grown.has(name) && before !== undefined ? [`${name}: ${describeFigures(before)} -> ${describeFigures(now)}`] : [],
  );
  const files = [...new Set([...measured.values()].flatMap((counts) => [...counts.keys()]))].sort();
  return {
    raised: [...ratchet.raised, ...(reason === undefined || changes.length === 0 ? [] : [{ reason, changes }])],
    cases: Object.fromEntries(cases.map(({ name, now }) => [name, now])),
    sources: Object.fromEntries(
      files.map((file) => [file, [...measured.values()].map((counts) => counts.get(file) ?? 0).join(" ")]),
    ),
  };
}

/** The sources with more functions than before, those that are new first. */
function newIn(ratchet: Ratchet, name: string, counts: ReadonlyMap<string, number>): string {
  const column = Object.keys(ratchet.cases).indexOf(name);
  const countBefore = (file: string): number => Number(ratchet.sources[file]?.split(" ")[column] ?? 0);
  const more = [...counts]
    .map(([file, now]) => ({ file, now, before: countBefore(file) }))
    .filter(({ now, before }) => now > before)
    .sort((one, other) => Number(one.before > 0) - Number(other.before > 0) || one.file.localeCompare(other.file));
  const lines = more
    .slice(0, maxSources)
    .map(({ file, now, before }) =>
      before === 0
        ? `new file ${file} (${countOf(now, "function")})`
        : `${file}: ${countOf(now - before, "function")} more`,
    );
  const rest = more.length > maxSources ? [`and ${more.length - maxSources} more files`] : [];
  return [...lines, ...rest].map((line) => `\n    ${line}`).join("");
}
