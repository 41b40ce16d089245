// Step 2: the teacher's vector for every text of the corpus. The longest step.
import { parseArgs } from "node:util";
import { readLines, writeNumbers } from "./files/work-files.ts";
import { TeacherModel, teacherDimensions } from "./teacher-model.ts";

const batchSize = 64;
const reportEvery = 20_000;

const { values } = parseArgs({ options: { threads: { type: "string", default: "1" } } });
const teacher = await TeacherModel.load(Number(values.threads));
const idLists = readLines("texts.txt").map((text) => teacher.idsOf(text));
const vectors = new Float32Array(idLists.length * teacherDimensions);

// Texts of like length share a batch, so that little is padded.
const order = Array.from(idLists.keys()).sort((a, b) => idLists[a].length - idLists[b].length || a - b);
const startedAt = performance.now();
for (let start = 0; start < order.length; start += batchSize) {
  const rows = order.slice(start, start + batchSize);
  const batch = await teacher.embed(rows.map((row) => idLists[row]));
  rows.forEach((row, index) => {
    vectors.set(batch.subarray(index * teacherDimensions, (index + 1) * teacherDimensions), row * teacherDimensions);
  });
  const done = start + rows.length;
  if (Math.floor(done / reportEvery) > Math.floor(start / reportEvery)) {
    console.log(`${done} of ${order.length} texts, ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
}
writeNumbers("teacher.f32", vectors);
console.log(`teacher: ${order.length} vectors of ${teacherDimensions} numbers`);
