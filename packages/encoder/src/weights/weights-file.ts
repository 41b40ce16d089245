import { createHash } from "node:crypto";
import { EncoderError } from "../errors/encoder-error.ts";
import { type ModelShape, shapeLimits, weightBytes } from "./model-shape.ts";

/*
 * The file, all numbers little-endian:
 *    0  "TCEN"
 *    4  version (u32)
 *    8  length of the header (u32)
 *   12  length of the whole file (u32)
 *   16  SHA-256 of everything from byte 48
 *   48  header: JSON, padded with spaces so that the weights begin at a multiple of 16
 *       weights, as the kernel reads them
 *       vocabulary: the word pieces in order, joined by line feeds, UTF-8
 */
export const weightsMagic = 0x4e454354;
export const weightsVersion = 1;
export const headerStart = 48;
const maxHeaderLength = 4_096;

/** An encoder's weights, not yet in the kernel's memory. */
export interface Weights {
  readonly shape: ModelShape;
  /** Identifies the vectors: the model's name and a part of the checksum. */
  readonly id: string;
  readonly vocabulary: readonly string[];
  /** The weights as the kernel reads them. */
  readonly image: Uint8Array;
}

/** Parses a weights file and verifies its checksum. */
export function parseWeights(bytes: Uint8Array): Weights {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < headerStart || view.getUint32(0, true) !== weightsMagic) {
    throw invalid("a file that begins with TCEN", `${bytes.byteLength} bytes that do not`);
  }
  const version = view.getUint32(4, true);
  if (version !== weightsVersion) {
    throw new EncoderError("unsupported_encoder_weights", { expected: weightsVersion, received: version });
  }
  const length = view.getUint32(12, true);
  if (bytes.byteLength !== length) {
    throw invalid(`${length} bytes, as its header says`, `${bytes.byteLength} bytes`);
  }
  const expected = Buffer.from(bytes.subarray(16, headerStart)).toString("hex");
  const received = createHash("sha256").update(bytes.subarray(headerStart)).digest("hex");
  if (expected !== received) {
    throw invalid(`the checksum ${expected.slice(0, 16)}…`, `${received.slice(0, 16)}…`);
  }
  const headerLength = view.getUint32(8, true);
  const imageStart = headerStart + headerLength;
  const { model, shape } = parseHeader(bytes.subarray(headerStart, imageStart), headerLength);
  const imageLength = weightBytes(shape);
  if (imageStart + imageLength > length) {
    throw invalid(`${imageLength} bytes of weights, as its header says`, `${length - imageStart} bytes`);
  }
  const vocabulary = new TextDecoder().decode(bytes.subarray(imageStart + imageLength)).split("\n");
  if (vocabulary.length !== shape.vocabulary) {
    throw invalid(`${shape.vocabulary} word pieces, as its header says`, `${vocabulary.length}`);
  }
  return {
    shape,
    id: `toolcrib-encoder-${model}-${received.slice(0, 16)}`,
    vocabulary,
    image: bytes.subarray(imageStart, imageStart + imageLength),
  };
}

function parseHeader(bytes: Uint8Array, length: number): { model: string; shape: ModelShape } {
  if (length > maxHeaderLength || bytes.byteLength !== length || length % 16 !== 0) {
    throw invalid(`a header of at most ${maxHeaderLength} bytes, a multiple of 16`, `one of ${length} bytes`);
  }
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw invalid("a JSON header", `${length} bytes that are none`, cause);
  }
  const fields = (header ?? {}) as Readonly<Record<string, unknown>>;
  const model = fields["model"];
  if (typeof model !== "string" || !/^[a-z0-9-]{1,40}$/.test(model)) {
    throw invalid("a model name of letters, digits and hyphens", "another one");
  }
  const shape = {
    layers: numberIn(fields, "layers"),
    width: numberIn(fields, "width"),
    innerWidth: numberIn(fields, "innerWidth"),
    vocabulary: numberIn(fields, "vocabulary"),
    positions: numberIn(fields, "positions"),
  };
  return { model, shape };
}

function numberIn(fields: Readonly<Record<string, unknown>>, name: keyof ModelShape): number {
  const value = fields[name];
  const { min, max, multipleOf } = shapeLimits[name];
  if (typeof value === "number" && value >= min && value <= max && value % multipleOf === 0) {
    return value;
  }
  const multiple = multipleOf === 1 ? "" : `, a multiple of ${multipleOf}`;
  throw invalid(`${name} from ${min} to ${max}${multiple}`, typeof value === "number" ? `${value}` : typeof value);
}

function invalid(expected: string, received: string, cause?: unknown): EncoderError {
  return new EncoderError("invalid_encoder_weights", { expected, received }, { cause });
}
