import { EncoderError } from "../errors/encoder-error.ts";
import { WordPieces } from "./word-pieces.ts";

/** The word pieces of a model, which must include BERT's special ones. */
export function readVocabulary(pieces: readonly string[]): WordPieces {
  const vocabulary = new Map(pieces.map((piece, number) => [piece, number]));
  const special = (piece: string): number => {
    const number = vocabulary.get(piece);
    if (number === undefined) {
      throw new EncoderError("invalid_encoder_weights", { expected: `the word piece ${piece}`, received: "none" });
    }
    return number;
  };
  return new WordPieces(vocabulary, { start: special("[CLS]"), end: special("[SEP]"), unknown: special("[UNK]") });
}
