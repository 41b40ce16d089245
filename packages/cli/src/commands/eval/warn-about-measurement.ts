import type { SearchableTool } from "@toolcrib/search";
import { formatCountOf } from "@toolcrib/shared/text";
import type { Output } from "../../output/console-output.ts";
import type { MeasuredQuery } from "./measure-queries.ts";

/** What may make the numbers mean something else than they seem to. */
export interface MeasuredRun {
  readonly measured: readonly MeasuredQuery[];
  readonly tools: readonly SearchableTool[];
  readonly ranker: string;
}

const namedExamples = 3;

/** Warns on standard error about gold that cannot be found, ids that are not unique and queries that the ranker rejects. */
export function warnAboutMeasurement({ measured, tools, ranker }: MeasuredRun, output: Output): void {
  const catalogue = new Set(tools.map(({ name }) => name));
  const missing = measured.flatMap(({ gold }) => gold.filter((names) => !names.some((name) => catalogue.has(name))));
  if (missing.length > 0) {
    output.warn(
      `${formatCountOf(missing.length, "gold tool is", "gold tools are")} not in the catalogue (counted as missed): ${examplesOf(missing.map(([name = ""]) => name))}`,
    );
  }

  const ids = measured.flatMap(({ id }) => id ?? []);
  const lastPlaces = new Map(ids.map((id, place) => [id, place]));
  const repeated = ids.filter((id, place) => lastPlaces.get(id) !== place);
  if (repeated.length > 0) {
    output.warn(
      `${formatCountOf(repeated.length, "query has", "queries have")} the id of an earlier one (all are counted): ${examplesOf(repeated)}`,
    );
  }

  const rejected = measured.filter(({ isRejected }) => isRejected).length;
  if (rejected > 0) {
    output.warn(
      `${ranker} rejected ${formatCountOf(rejected, "query", "queries")}; they count as searches without a hit.`,
    );
  }
}

function examplesOf(texts: readonly string[]): string {
  const different = [...new Set(texts)];
  return different.slice(0, namedExamples).join(", ") + (different.length > namedExamples ? ", …" : "");
}
