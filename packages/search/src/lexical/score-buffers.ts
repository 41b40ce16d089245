/** Scores by slot, and the slots that have one. */
export interface LexicalScores {
  readonly scores: Float32Array;
  readonly touched: Uint32Array;
  readonly count: number;
}

interface ScoreBuffer extends LexicalScores {
  count: number;
}

/** Buffers for scores, used again: each search resets what the previous one wrote. */
export class ScoreBuffers {
  readonly #buffers: ScoreBuffer[] = [];

  /** An empty buffer with room for these slots, valid until the next call with the same `place`. */
  empty(place: number, slots: number): ScoreBuffer {
    let buffer = this.#buffers[place];
    if (buffer === undefined || buffer.scores.length < slots) {
      const length = Math.max(256, Math.ceil(slots * 1.25));
      buffer = { scores: new Float32Array(length), touched: new Uint32Array(length), count: 0 };
      this.#buffers[place] = buffer;
    }
    const { scores, touched } = buffer;
    for (let index = 0; index < buffer.count; index++) {
      scores[touched[index] as number] = 0;
    }
    buffer.count = 0;
    return buffer;
  }
}
