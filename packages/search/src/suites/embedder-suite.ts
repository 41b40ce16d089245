import { assert, assertSame, type Check } from "@toolcrib/shared/suites";
import type { Embedder } from "../embedding/embedder.ts";
import { identityCheck } from "./identity-check.ts";

const texts = ["send a mail", "read a file", "", "send a mail"];

/** What every embedder does, wherever its vectors come from. Each check creates its own embedders. */
export function embedderSuite(create: () => Embedder): readonly Check[] {
  return [
    identityCheck(create),
    {
      title: "returns one vector per text, in order, all of the same length",
      run: async () => {
        const vectors = await create().embed(texts, "tool");
        assertSame(vectors.length, texts.length, "the number of vectors");
        for (const vector of vectors) {
          assert(vector instanceof Float32Array && vector.length > 0, "expected a Float32Array with numbers");
          assertSame(vector.length, vectors[0]?.length, "the length of a vector");
        }
      },
    },
    {
      title: "returns the same vector for the same text, whatever else is in the list",
      run: async () => {
        const embedder = create();
        const [first, other, , again] = await embedder.embed(texts, "tool");
        const [alone] = await embedder.embed(texts.slice(0, 1), "tool");
        const [ofAnother] = await create().embed(texts.slice(0, 1), "tool");
        for (const vector of [again, alone, ofAnother]) assertSame(numbersOf(vector), numbersOf(first), "the vector");
        assert(
          !numbersOf(other).every((number, at) => number === first?.[at]),
          "expected different vectors for different texts",
        );
      },
    },
    {
      title: "returns zeros for an empty text, and finite numbers for any text",
      run: async () => {
        const [empty, ...others] = await create().embed(["", "\ud800\u0000", "x".repeat(50_000), "法令 🙂"], "query");
        assert(empty?.every((number) => number === 0) === true, "expected zeros for an empty text");
        for (const vector of others) assert(vector.every(Number.isFinite), "expected finite numbers");
      },
    },
    {
      title: "returns an empty list for an empty list",
      run: async () => assertSame(await create().embed([], "query"), [], "the vectors"),
    },
    {
      title: "returns vectors that later calls do not change",
      run: async () => {
        const embedder = create();
        const [vector] = await embedder.embed(["send a mail"], "query");
        const before = numbersOf(vector);
        await embedder.embed(["read a file"], "query");
        assertSame(numbersOf(vector), before, "the vector, afterwards");
      },
    },
  ];
}

const numbersOf = (vector: Float32Array | undefined): number[] => [...(vector ?? [])];
