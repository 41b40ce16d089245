/** How many functions of each source a case runs, by the case's name and the source's path. */
export type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What a case runs. */
export interface Figures {
  readonly files: number;
  readonly functions: number;
}

export function countWalks(walks: ReadonlyMap<string, readonly { readonly file: string }[]>): Counts {
  return new Map(
    [...walks].map(([name, functions]) => {
      const counts = new Map<string, number>();
      for (const { file } of functions) counts.set(file, (counts.get(file) ?? 0) + 1);
      return [name, counts];
    }),
  );
}

export function figuresOf(counts: ReadonlyMap<string, number>): Figures {
  return { files: counts.size, functions: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** As in "1 file and 3 functions". */
export function describeFigures({ files, functions }: Figures): string {
  return `${countOf(files, "file")} and ${countOf(functions, "function")}`;
}

export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
