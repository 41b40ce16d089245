import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LinearModel } from "../../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import type { FittedModel, FittedModels } from "./fit-models.ts";

const weightsFile = join(import.meta.dirname, "../../../packages/search/src/rankers/hybrid/fusion-weights.ts");

/** The formatter breaks longer lines. */
const maxLineLength = 120;

type Similarities = keyof typeof modelNames;
const modelNames = { table: "fullModel", transformer: "transformerModel" } as const;

/** Puts the fitted numbers into the engine's file. */
export function writeWeights(models: FittedModels, similarities: Similarities): void {
  writeFileSync(weightsFile, replaceWeights(readFileSync(weightsFile, "utf8"), models, similarities));
}

/** The source with these numbers. Thresholds stay as they are: they are a choice between two kinds of failure. */
export function replaceWeights(source: string, models: FittedModels, similarities: Similarities): string {
  const withMeaning = replaceModel(source, modelNames[similarities], models["words and meaning"]);
  // Trust in words is fitted to what the table puts first, for both.
  return similarities === "table" ? replaceModel(withMeaning, "wordsModel", models["words alone"]) : withMeaning;
}

function replaceModel(source: string, name: string, { order, trust }: FittedModel): string {
  const start = source.indexOf(`export const ${name}: FusionModel = {`);
  const end = source.indexOf("\n};", start);
  if (start === -1 || end === -1) throw new Error(`${weightsFile} has no ${name} to write to`);
  const model = replaceField(replaceField(source.slice(start, end), "order", order), "trust", trust);
  return source.slice(0, start) + model + source.slice(end);
}

function replaceField(model: string, field: string, { weights, bias }: LinearModel): string {
  const pattern = new RegExp(`^  ${field}: \\{\\s*weights: \\[[^\\]]*\\],\\s*bias: [-\\d.]+,?\\s*\\},$`, "m");
  if (!pattern.test(model)) throw new Error(`${weightsFile} has no ${field} in the shape that is written here`);
  const numbers = `weights: [${weights.join(", ")}]`;
  const line = `  ${field}: { ${numbers}, bias: ${bias} },`;
  const lines = `  ${field}: {\n    ${numbers},\n    bias: ${bias},\n  },`;
  return model.replace(pattern, line.length <= maxLineLength ? line : lines);
}
