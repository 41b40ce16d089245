// Fits the weights by which the hybrid ranker fuses words and meaning, and reports what they are worth.

// The engine's sources use WebAssembly, whose types are in this library.
/// <reference lib="webworker" />
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadEncoder } from "../../../packages/encoder/src/load-encoder.ts";
import { createStaticEmbedder } from "../../../packages/search/src/embedding/static-embedder.ts";
import { fusionModels } from "../../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import { readEverydaySets } from "./everyday-sets.ts";
import { fitModels, refitTrust } from "./fit-models.ts";
import { printLeftOut } from "./left-out.ts";
import type { Means } from "./measure-queries.ts";
import { type MeasuredSet, type Measurements, measureEverything } from "./measurements.ts";
import { readPublicSets } from "./public-sets.ts";
import { printRecall, printThresholds, printWeights } from "./report.ts";
import { writeWeights } from "./write-weights.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    sets: { type: "string" },
    everyday: { type: "string", default: join(import.meta.dirname, "../../everyday") },
    table: { type: "string" },
    embedder: { type: "string", default: "table" },
    "measure-only": { type: "string", default: "" },
    "only-trust": { type: "boolean", default: false },
    "leave-one-out": { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
if (values.data === undefined) {
  throw new Error(
    "Usage: npm run fusion -- --data FOLDER [--sets SET,SET] [--everyday FOLDER] [--table FILE | --embedder encoder] [--measure-only SET,SET] [--only-trust] [--leave-one-out] [--write], where FOLDER holds one folder for each set; several are separated by commas",
  );
}

const embedder =
  values.embedder === "encoder"
    ? await loadEncoder()
    : createStaticEmbedder(values.table === undefined ? undefined : readFileSync(values.table));
const { similarities = "table" } = embedder;
const only = values.sets?.split(",");
const publicSets = readPublicSets(values.data.split(",")).filter(({ name }) => only?.includes(name) ?? true);
const measured = await measureEverything(publicSets, readEverydaySets(values.everyday), embedder);

/** Sets that may be looked at but must leave no trace in the weights. */
const measureOnly = values["measure-only"].split(",");
const isFittedOn = ({ catalogue, queriesOf }: MeasuredSet): boolean =>
  !measureOnly.includes(catalogue) && !measureOnly.includes(queriesOf);
const toFitOn = (all: Measurements): Measurements => ({
  ...all,
  sets: all.sets.filter(isFittedOn),
  foreign: all.foreign.filter(isFittedOn),
});
const fitting: Record<Means, Measurements> = {
  "words and meaning": toFitOn(measured["words and meaning"]),
  "words alone": toFitOn(measured["words alone"]),
};

const present = { "words and meaning": fusionModels[similarities], "words alone": fusionModels.words };
const models = values["only-trust"] ? refitTrust(fitting, present) : fitModels(fitting);
for (const means of ["words and meaning", "words alone"] as const) {
  printRecall(means, measured[means], fitting[means], models);
  printWeights(means, models[means]);
  printThresholds(means, measured[means], models);
}
if (values["leave-one-out"]) await printLeftOut(publicSets, fitting, embedder);
if (values.write) writeWeights(models, similarities);
