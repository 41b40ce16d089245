// Step 6: brings short texts nearer to the long texts that mean the same, without leaving the teacher.

import { readFloats, writeNumbers } from "./files/work-files.ts";
import { type IdLists, idsAt, readIdLists } from "./id-lists.ts";
import { Adagrad } from "./math/adagrad.ts";
import { GradientRows } from "./math/gradient-rows.ts";
import { seededRandom } from "./math/seeded-random.ts";
import { addRows, backThroughNormalise, normalise } from "./math/vectors.ts";
import { pairGradients } from "./pair-loss.ts";
import { tableDimensions } from "./table/table-file.ts";

const steps = 3000;
const rate = 0.02;
const textsPerStep = 512;
const pairsPerStep = 256;
/** How much the pairs count against the teacher. */
const pairWeight = 0.1;
/** How often a short text gets the words of a request, and a name or number, around it. */
const openingShare = 0.5;
const valueShare = 0.3;
const reportEvery = 500;

const random = seededRandom(3);
const texts = readIdLists("texts");
const shortTexts = readIdLists("pairs-short");
const longTexts = readIdLists("pairs-long");
const openings = readIdLists("openings");
const values = readIdLists("values");
const targets = readFloats("targets.f32");
const table = readFloats("fitted.f32");
const adagrad = new Adagrad(table);
const gradients = new GradientRows(tableDimensions);

let cosineSum = 0;
let nearestSum = 0;
for (let step = 1; step <= steps; step++) {
  followTeacher();
  joinPairs();
  gradients.apply(adagrad, rate * (1 - (0.95 * step) / steps));
  if (step % reportEvery === 0) {
    const cosine = cosineSum / (reportEvery * textsPerStep);
    const own = nearestSum / (reportEvery * pairsPerStep);
    console.log(`step ${step}: cosine to the teacher ${cosine.toFixed(4)}, cosine within pairs ${own.toFixed(4)}`);
    cosineSum = 0;
    nearestSum = 0;
  }
}
writeNumbers("tuned.f32", table);

function followTeacher(): void {
  const sum = new Float32Array(tableDimensions);
  const gradient = new Float32Array(tableDimensions);
  for (let index = 0; index < textsPerStep; index++) {
    const text = randomIndex(texts);
    const ids = idsAt(texts, text);
    const length = embed(ids, sum);
    for (let axis = 0; axis < tableDimensions; axis++) {
      const target = targets[text * tableDimensions + axis];
      gradient[axis] = -target / textsPerStep;
      cosineSum += target * sum[axis];
    }
    backThroughNormalise(gradient, sum, length);
    gradients.add(ids, gradient);
  }
}

function joinPairs(): void {
  const pairs = Array.from({ length: pairsPerStep }, () => randomIndex(shortTexts));
  const short = embedAll(pairs.map((pair) => wordDifferently(idsAt(shortTexts, pair))));
  const long = embedAll(pairs.map((pair) => idsAt(longTexts, pair)));
  const slopes = pairGradients(short.vectors, long.vectors, tableDimensions);
  addGradients(short, slopes.short);
  addGradients(long, slopes.long);
  for (let index = 0; index < short.vectors.length; index++) nearestSum += short.vectors[index] * long.vectors[index];
}

/** A text, sometimes opened like a request, sometimes with a name or number that no tool is about. */
function wordDifferently(ids: Int32Array): Int32Array {
  const opening = random() < openingShare ? idsAt(openings, randomIndex(openings)) : [];
  const value = random() < valueShare ? idsAt(values, randomIndex(values)) : [];
  return Int32Array.from([...opening, ...ids, ...value]);
}

interface EmbeddedTexts {
  idLists: Int32Array[];
  vectors: Float32Array;
  lengths: number[];
}

function embedAll(idLists: Int32Array[]): EmbeddedTexts {
  const vectors = new Float32Array(idLists.length * tableDimensions);
  const lengths = idLists.map((ids, row) => embed(ids, rowOf(vectors, row)));
  return { idLists, vectors, lengths };
}

function addGradients({ idLists, vectors, lengths }: EmbeddedTexts, slopes: Float32Array): void {
  idLists.forEach((ids, row) => {
    const gradient = rowOf(slopes, row);
    for (let axis = 0; axis < tableDimensions; axis++) gradient[axis] *= pairWeight;
    backThroughNormalise(gradient, rowOf(vectors, row), lengths[row] as number);
    gradients.add(ids, gradient);
  });
}

function embed(ids: Int32Array, sum: Float32Array): number {
  sum.fill(0);
  addRows(sum, table, ids);
  return normalise(sum);
}

function rowOf(vectors: Float32Array, row: number): Float32Array {
  return vectors.subarray(row * tableDimensions, (row + 1) * tableDimensions);
}

function randomIndex(lists: IdLists): number {
  return Math.floor(random() * lists.count);
}
