// Step 7: rounds the table to 4 bits and writes the file that is shipped.

import { readFloats, readLines, workPath } from "./files/work-files.ts";
import { tableDimensions, writeTable } from "./table/table-file.ts";

const path = workPath("static-en-256-i4.bin");
const vocabulary = readLines("vocabulary.txt");
const size = writeTable(path, { vocabulary, dimensions: tableDimensions, vectors: readFloats("tuned.f32") });
console.log(`pack: ${path}, ${vocabulary.length} rows, ${(size / 1e6).toFixed(2)} MB`);
