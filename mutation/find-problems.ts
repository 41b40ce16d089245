import type { AreaResult } from "./mutant-report.ts";

const minKilledShare = 0.9;
/** For all areas together: a file that is mutated no more must not go unnoticed. */
const minMutants = 200;

/** Why a run does not pass: too few mutants or too few killed, a survivor without a reason, or a reason without a survivor. */
export function findProblems(
  results: readonly AreaResult[],
  reasons: Readonly<Record<string, string>>,
  isWhole: boolean,
): readonly string[] {
  const survivors = new Map(results.flatMap((result) => result.survivors.map(({ id, place }) => [id, place])));
  const files = new Set(results.flatMap((result) => result.files));
  const mutants = results.reduce((sum, result) => sum + result.killed + result.survivors.length, 0);
  const unexplained = [...survivors].filter(([id]) => !Object.hasOwn(reasons, id));
  const stale = Object.keys(reasons).filter((id) => files.has(fileOf(id)) && !survivors.has(id));
  const unknown = Object.keys(reasons).filter((id) => isWhole && !files.has(fileOf(id)));
  return [
    ...results.filter(isTooFewKilled).map(({ area }) => `Expected ${minKilledShare * 100} % of ${area} to be killed.`),
    ...(isWhole && mutants < minMutants ? [`Expected ${minMutants} mutants; got ${mutants}.`] : []),
    ...unexplained.map(
      ([id, place]) => `Kill it with a test, or give the reason in survivors.json (${place}):\n  ${id}`,
    ),
    ...[...stale, ...unknown].map((id) => `Remove it from survivors.json, no such mutant survives:\n  ${id}`),
  ];
}

function isTooFewKilled({ killed, survivors }: AreaResult): boolean {
  return killed === 0 || killed / (killed + survivors.length) < minKilledShare;
}

function fileOf(id: string): string {
  return id.slice(0, id.indexOf(":"));
}
