const wordRankers: ReadonlySet<string> = new Set(["keyword", "bm25", "regex"]);

/** Whether a ranker looks at more than words: for the others, making vectors would only cost time. */
export function usesMeaning(ranker: string): boolean {
  return !wordRankers.has(ranker);
}
