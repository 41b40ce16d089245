import { type LanguageReader, loadEnglishVocabulary, type Reading } from "@toolcrib/search";
import { hashBytes } from "@toolcrib/shared/hash";
import { needsEntries } from "./detection/needs-entries.ts";
import { EntryTable } from "./entries/entry-table.ts";
import { decodeBase64 } from "./file/decode-base64.ts";
import { type EntriesFile, parseEntries } from "./file/entries-file.ts";
import { TextReader } from "./reading/text-reader.ts";

/** Options of `createLanguages`. */
export interface LanguagesOptions {
  /** A file of entries of your own, made by `training/languages`. Default: the included one, loaded when it is needed. */
  readonly entries?: Uint8Array;
}

/**
 * Reads queries and descriptions in 19 languages as English words: the option `languages` of a `ToolIndex`.
 * The included entries are loaded with the first text that needs them, which few texts in English do.
 */
export function createLanguages({ entries }: LanguagesOptions = {}): LanguageReader {
  const given = entries === undefined ? undefined : parseEntries(entries);
  const id = entries === undefined ? "toolcrib-languages-19-v1" : `toolcrib-languages-${hashBytes(entries)}`;
  let isEnglish: ((word: string) => boolean) | undefined;
  let reader: TextReader | undefined;
  let loading: Promise<TextReader> | undefined;

  const loadReader = async (knowsWord: (word: string) => boolean): Promise<TextReader> => {
    const file = given ?? (await loadIncluded());
    reader = new TextReader(new EntryTable(file), file.simplified, knowsWord);
    return reader;
  };
  const readWith = (knowsWord: (word: string) => boolean, text: string): ReturnType<LanguageReader["read"]> => {
    if (!needsEntries(text, knowsWord)) {
      return undefined;
    }
    if (reader !== undefined) {
      return reader.read(text);
    }
    loading ??= loadReader(knowsWord);
    return loading.then((loaded) => loaded.read(text));
  };
  return {
    specificationVersion: "v1",
    id,
    read(text): Reading | undefined | Promise<Reading | undefined> {
      if (isEnglish !== undefined) {
        return readWith(isEnglish, text);
      }
      return loadEnglishVocabulary().then((knowsWord) => {
        isEnglish = knowsWord;
        return readWith(knowsWord, text);
      });
    },
  };
}

/** The included entries are loaded once for all indexes. */
let included: Promise<EntriesFile> | undefined;

function loadIncluded(): Promise<EntriesFile> {
  included ??= import("./file/entries.generated.ts").then(({ entriesBase64 }) =>
    parseEntries(decodeBase64(entriesBase64)),
  );
  return included;
}
