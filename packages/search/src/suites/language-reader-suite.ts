import { assert, assertSame, type Check } from "@toolcrib/shared/suites";
import type { LanguageReader } from "../languages/language-reader.ts";
import { identityCheck } from "./identity-check.ts";

/** Texts that a reader is asked to read, and what it must find in them. */
export interface ForeignSamples {
  /** A text in one of its languages, and an English word that its reading must have. */
  readonly foreign: { readonly text: string; readonly word: string };
}

const english = ["send a mail to the team", "create_issue", "", "GET /v1/users?page=2"];
const anything = [
  "\ud800\u0000",
  "x".repeat(20_000),
  "法".repeat(20_000),
  "🙂 ✓",
  "a\u0301".repeat(500),
  "ء".repeat(500),
];

/** What every language reader does. Each check creates its own readers. */
export function languageReaderSuite(create: () => LanguageReader, { foreign }: ForeignSamples): readonly Check[] {
  return [
    identityCheck(create),
    {
      title: "reads a foreign text as English words with weights",
      run: async () => {
        const reading = (await create().read(foreign.text)) ?? [];
        for (const words of reading) {
          assert(words.length > 0, "expected at least one English word for each word");
          for (const { word, weight } of words) {
            assert(word !== "" && weight >= 0 && weight <= 1.5, `expected a word with a weight, got ${word} ${weight}`);
          }
        }
        assert(
          reading.flat().some(({ word }) => word === foreign.word),
          `expected the word ${foreign.word}`,
        );
      },
    },
    {
      title: "leaves English alone",
      run: async () => {
        const reader = create();
        for (const text of english) assertSame(await reader.read(text), undefined, `the reading of ${text}`);
      },
    },
    {
      title: "gives the same reading again, whatever else it reads",
      run: async () => {
        const reader = create();
        const first = await reader.read(foreign.text);
        for (const text of english) await reader.read(text);
        assertSame(await reader.read(foreign.text), first, "the reading");
        assertSame(await create().read(foreign.text), first, "the reading of another reader");
      },
    },
    {
      title: "reads any text without failing",
      run: async () => {
        const reader = create();
        for (const text of anything) await reader.read(text);
      },
    },
  ];
}
