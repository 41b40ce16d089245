import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fullModel, transformerModel, wordsModel } from "../../packages/search/src/rankers/hybrid/fusion-weights.ts";
import { replaceWeights } from "../src/fusion/write-weights.ts";

const source = readFileSync(
  new URL("../../packages/search/src/rankers/hybrid/fusion-weights.ts", import.meta.url),
  "utf8",
);
const present = { "words and meaning": fullModel, "words alone": wordsModel };

test("the engine's file stays the same when its own numbers are written to it", () => {
  assert.equal(replaceWeights(source, present, "table"), source);
  assert.equal(replaceWeights(source, { ...present, "words and meaning": transformerModel }, "transformer"), source);
});

test("numbers too long for one line are wrapped like the formatter does, and can be replaced again", () => {
  const long = { weights: fullModel.order.weights.map(() => -1.34), bias: -0.5 };
  const written = replaceWeights(source, { ...present, "words alone": { order: long, trust: long } }, "table");
  const lines = written.split("\n").filter((line) => line.includes("weights: ["));
  assert.ok(lines.every((line) => line.length <= 120));
  assert.ok(written.includes(`  trust: {\n    weights: [${long.weights.join(", ")}],\n    bias: -0.5,\n  },`));
  assert.equal(replaceWeights(written, present, "table"), source);
});
