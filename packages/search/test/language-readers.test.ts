import { createStaticEmbedder, type Embedder, type LanguageReader, type Reading, ToolIndex } from "@toolcrib/search";
import { languageReaderSuite } from "@toolcrib/search/suites";
import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { describe, expect, it } from "vitest";
import { createLetterPairEmbedder } from "./support/embedders.ts";

const words: Readonly<Record<string, string>> = { wetter: "weather", vorhersage: "forecast", brief: "letter" };

/** Reads three German words, at once or a little later. */
function createReader(changes: Partial<LanguageReader> = {}): LanguageReader {
  return { specificationVersion: "v1", id: "three-words", read: readWords, ...changes };
}

function readWords(text: string): Reading | undefined {
  const known = text
    .toLowerCase()
    .split(/\W+/)
    .flatMap((word) => (Object.hasOwn(words, word) ? [[{ word: words[word] as string, weight: 0.9 }]] : []));
  return known.length === 0 ? undefined : known;
}

const tools = [
  { name: "get_forecast", description: "Weather forecast for a city." },
  { name: "send_email", description: "Sends an email to a person." },
  { name: "t3", description: "Wetter, Vorhersage." },
];

async function indexOf(languages: LanguageReader, embedder?: Embedder | null): Promise<ToolIndex> {
  const index = new ToolIndex({ languages, ...(embedder === undefined ? {} : { embedder }) });
  index.add(tools);
  await index.ready();
  return index;
}

const namesOf = async (index: ToolIndex, query: string, ranker: "semantic" | "bm25" | "hybrid"): Promise<string[]> =>
  (await index.search(query, { ranker })).hits.map(({ name }) => name);

describe("the language reader contract", () => {
  it.each(languageReaderSuite(() => createReader(), { foreign: { text: "Wetter", word: "weather" } }))(
    "$title",
    ({ run }) => run(),
  );

  let created = 0;
  it.each<[string, () => Partial<LanguageReader>, string]>([
    [
      "has an id of its own each time",
      () => ({ id: `${created++}` }),
      "is of specification v1, with an id that stays the same",
    ],
    ["knows no word", () => ({ read: () => undefined }), "reads a foreign text as English words with weights"],
    ["reads English", () => ({ read: (text) => readWords(`${text} wetter`) }), "leaves English alone"],
    [
      "reads less each time",
      () => {
        let calls = 0;
        return { read: (text) => readWords(calls++ > 0 ? "" : text) };
      },
      "gives the same reading again, whatever else it reads",
    ],
    [
      "fails",
      () => ({
        read: (text) => {
          if (text.length > 1_000) throw new Error("too long");
          return readWords(text);
        },
      }),
      "reads any text without failing",
    ],
  ])("is broken by a reader that %s", async (_what, changes, title) => {
    const suite = languageReaderSuite(() => createReader(changes()), { foreign: { text: "Wetter", word: "weather" } });
    expect(await titlesOfFailedChecks(suite)).toContain(title);
  });
});

describe("an index with a language reader", () => {
  it.each([
    ["at once", createReader()],
    ["later", createReader({ read: async (text) => readWords(text) })],
  ])(
    "finds English tools by foreign queries, and foreign tools by English ones, if it reads %s",
    async (_when, reader) => {
      const index = await indexOf(reader);
      for (const ranker of ["semantic", "bm25", "hybrid"] as const) {
        expect(await namesOf(index, "Wetter Vorhersage", ranker), ranker).toContain("get_forecast");
      }
      expect(await namesOf(index, "weather forecast", "semantic")).toContain("t3");
    },
  );

  it("reads by words without an embedder, and with one that takes no words", async () => {
    expect(await namesOf(await indexOf(createReader(), null), "Wetter", "hybrid")).toContain("get_forecast");
    const index = await indexOf(createReader(), createLetterPairEmbedder());
    expect(await namesOf(index, "Wetter", "bm25")).toContain("get_forecast");
    expect(index.embedderFailure).toBeUndefined();
  });

  it("gives each request of a query its own words", async () => {
    const index = await indexOf(createReader());
    const { hits, candidates } = await index.search("Brief an eine Person. Wetter Vorhersage für Rom.");
    expect([...hits, ...candidates].map(({ name }) => name)).toContain("get_forecast");
  });

  it.each<[string, LanguageReader["read"]]>([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["rejects", () => Promise.reject(new Error("broken"))],
    ["returns numbers", () => [[{ word: 1, weight: 1 }]] as unknown as Reading],
    ["returns weights that are none", () => [[{ word: "weather", weight: Number.NaN }]]],
    ["returns text", () => "weather" as unknown as Reading],
  ])("searches in English if the reader %s, and keeps the error", async (_what, read) => {
    const index = await indexOf(createReader({ read }));
    expect(await namesOf(index, "weather forecast", "hybrid")).toContain("get_forecast");
    expect(index.languagesFailure).toBeInstanceOf(Error);
    expect(index.embedderFailure).toBeUndefined();
  });

  it("keeps the vectors of a snapshot only with the same reader", async () => {
    const bytes = (await indexOf(createReader())).snapshot();
    const progress = (languages: LanguageReader): number =>
      ToolIndex.fromSnapshot(bytes, { languages }).progress.embedded;
    expect([progress(createReader()), progress(createReader({ id: "another" }))]).toEqual([tools.length, 0]);
  });
});

it("the table adds up the vectors of words times their weights", async () => {
  const table = createStaticEmbedder();
  const [plain] = await table.embed(["weather forecast"], "query");
  const [sum, half] =
    (await table.embedWords?.(
      [
        [
          { word: "weather", weight: 1 },
          { word: "forecast", weight: 1 },
        ],
        [{ word: "weather forecast", weight: 0.5 }],
      ],
      "query",
    )) ?? [];
  for (const [place, value] of (plain as Float32Array).entries()) {
    expect(sum?.[place]).toBeCloseTo(value, 3);
    expect(half?.[place]).toBeCloseTo(value / 2, 3);
  }
});
