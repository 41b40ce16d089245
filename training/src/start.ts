// Step 4: the teacher's vectors in fewer dimensions, and the values that the pieces' vectors begin with.

import { readFloats, readIntegers, readLines, writeNumbers } from "./files/work-files.ts";
import { principalAxes, project } from "./math/principal-axes.ts";
import { normaliseRows } from "./math/vectors.ts";
import { tableDimensions } from "./table/table-file.ts";
import { TeacherModel, teacherDimensions } from "./teacher-model.ts";

const batchSize = 64;
/** A piece that makes up this share of the corpus begins at half its length: common words say little. */
const commonShare = 1e-3;

const teacherVectors = readFloats("teacher.f32");
const axes = principalAxes(teacherVectors, teacherDimensions, tableDimensions);
const targets = project(teacherVectors, teacherDimensions, axes);
normaliseRows(targets, tableDimensions);
writeNumbers("targets.f32", targets);

const vocabulary = readLines("vocabulary.txt");
const pieceVectors = await embedPieces(vocabulary);
removeMean(pieceVectors);
const startValues = project(pieceVectors, teacherDimensions, axes);
weighByRarity(startValues, countPieces(readIntegers("texts.ids.i32"), vocabulary.length));
writeNumbers("start.f32", startValues);
console.log(`start: ${vocabulary.length} rows of ${tableDimensions} numbers`);

async function embedPieces(pieces: readonly string[]): Promise<Float32Array> {
  const teacher = await TeacherModel.load();
  const vectors = new Float32Array(pieces.length * teacherDimensions);
  for (let start = 0; start < pieces.length; start += batchSize) {
    const batch = pieces.slice(start, start + batchSize).map((piece) => teacher.idsOf(piece.replace(/^##(?=.)/, "")));
    vectors.set(await teacher.embed(batch), start * teacherDimensions);
  }
  return vectors;
}

function removeMean(vectors: Float32Array): void {
  const count = vectors.length / teacherDimensions;
  for (let axis = 0; axis < teacherDimensions; axis++) {
    let sum = 0;
    for (let index = axis; index < vectors.length; index += teacherDimensions) sum += vectors[index];
    for (let index = axis; index < vectors.length; index += teacherDimensions) vectors[index] -= sum / count;
  }
}

function countPieces(ids: Int32Array, pieceCount: number): Int32Array {
  const counts = new Int32Array(pieceCount);
  for (const id of ids) counts[id]++;
  return counts;
}

/** Shortens the rows of common pieces, then scales all rows so that their mean length is 1. */
function weighByRarity(rows: Float32Array, counts: Int32Array): void {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let sumOfLengths = 0;
  counts.forEach((count, piece) => {
    const row = rows.subarray(piece * tableDimensions, (piece + 1) * tableDimensions);
    const weight = commonShare / (commonShare + count / total);
    for (let axis = 0; axis < tableDimensions; axis++) row[axis] *= weight;
    sumOfLengths += Math.hypot(...row);
  });
  const meanLength = sumOfLengths / counts.length;
  for (let index = 0; index < rows.length; index++) rows[index] /= meanLength;
}
