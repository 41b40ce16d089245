import { readFileSync, writeFileSync } from "node:fs";
import { documentWithMatrix, updateMatrix } from "./adapter-matrix.ts";

const file = new URL(`../../../../${documentWithMatrix}`, import.meta.url);
writeFileSync(file, updateMatrix(readFileSync(file, "utf8")));
