// Step 5: fits the pieces' vectors so that the sum over a text points where the teacher's vector points.

import { readFloats, writeNumbers } from "./files/work-files.ts";
import { idsAt, readIdLists } from "./id-lists.ts";
import { Adagrad } from "./math/adagrad.ts";
import { seededRandom, shuffle } from "./math/seeded-random.ts";
import { addRows, dot, normalise } from "./math/vectors.ts";
import { tableDimensions } from "./table/table-file.ts";

const epochs = 6;
const rate = 0.03;
/** Texts kept out of the fit, to see how near to the teacher new texts come. */
const heldOut = 4000;

const random = seededRandom(2);
const texts = readIdLists("texts");
const targets = readFloats("targets.f32");
const table = readFloats("start.f32");
const adagrad = new Adagrad(table);
const sum = new Float32Array(tableDimensions);
const gradient = new Float32Array(tableDimensions);

const order = Int32Array.from({ length: texts.count - heldOut }, (_, index) => index + heldOut);
console.log(`before: cosine to the teacher ${heldOutCosine().toFixed(4)}`);
for (let epoch = 0; epoch < epochs; epoch++) {
  shuffle(order, random);
  order.forEach((text, position) => {
    const progress = (epoch + position / order.length) / epochs;
    fitText(text, rate * (1 - 0.95 * progress));
  });
  console.log(`epoch ${epoch + 1}: cosine to the teacher ${heldOutCosine().toFixed(4)}`);
}
writeNumbers("fitted.f32", table);

/** One step up the cosine between the text's sum and its target. */
function fitText(text: number, currentRate: number): void {
  const ids = idsAt(texts, text);
  if (ids.length === 0) return;
  const target = targetOf(text);
  const length = embed(ids);
  const cosine = dot(sum, target);
  for (let axis = 0; axis < tableDimensions; axis++) gradient[axis] = (cosine * sum[axis] - target[axis]) / length;
  for (const id of ids) adagrad.move(id, gradient, currentRate);
}

function heldOutCosine(): number {
  let total = 0;
  for (let text = 0; text < heldOut; text++) {
    embed(idsAt(texts, text));
    total += dot(sum, targetOf(text));
  }
  return total / heldOut;
}

function embed(ids: Int32Array): number {
  sum.fill(0);
  addRows(sum, table, ids);
  return normalise(sum);
}

function targetOf(text: number): Float32Array {
  return targets.subarray(text * tableDimensions, (text + 1) * tableDimensions);
}
