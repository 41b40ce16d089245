import { createStaticEmbedder, type Embedder } from "@toolcrib/search";
import { embedderSuite } from "@toolcrib/search/suites";
import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { describe, expect, it } from "vitest";
import { createLetterPairEmbedder } from "../support/embedders.ts";
import { tableBytes } from "../support/table-bytes.ts";

describe.each<[string, () => Embedder]>([
  ["the table that ships", () => createStaticEmbedder()],
  ["a custom table with eight bits", () => createStaticEmbedder(tableBytes())],
  ["a custom table with four bits", () => createStaticEmbedder(tableBytes({ bits: 4 }))],
  ["a length that no kernel supports", () => createStaticEmbedder(tableBytes({ dimensions: 10 }))],
  ["letter pairs", () => createLetterPairEmbedder()],
])("the embedder contract: %s", (_name, create) => {
  it.each(embedderSuite(create))("$title", ({ run }) => run());
});

describe("embedderSuite", () => {
  const inner = createLetterPairEmbedder();
  const shared = new Float32Array(2);
  let created = 0;

  it.each<[string, () => Partial<Embedder>, string]>([
    [
      "has an id of its own each time",
      () => ({ id: `embedder-${created++}` }),
      "is of specification v1, with an id that stays the same",
    ],
    [
      "leaves out empty texts",
      () => ({ embed: (texts, purpose) => inner.embed(texts.filter(Boolean), purpose) }),
      "returns one vector per text, in order, all of the same length",
    ],
    [
      "depends on the place in the list",
      () => ({ embed: (texts) => texts.map((text, at) => new Float32Array(text === "" ? [0, 0] : [text.length, at])) }),
      "returns the same vector for the same text, whatever else is in the list",
    ],
    [
      "divides by the length of a text",
      () => ({ embed: (texts) => texts.map(({ length }) => new Float32Array([length / length, length])) }),
      "returns zeros for an empty text, and finite numbers for any text",
    ],
    [
      "cannot embed nothing",
      () => ({ embed: (texts, purpose) => (texts.length === 0 ? (undefined as never) : inner.embed(texts, purpose)) }),
      "returns an empty list for an empty list",
    ],
    [
      "writes every text into one vector",
      () => ({ embed: (texts) => texts.map((text) => shared.fill(text.charCodeAt(0) || 0)) }),
      "returns vectors that later calls do not change",
    ],
  ])("detects an embedder that %s", async (_what, part, title) => {
    expect(await titlesOfFailedChecks(embedderSuite(() => ({ ...inner, ...part() })))).toContain(title);
  });
});
