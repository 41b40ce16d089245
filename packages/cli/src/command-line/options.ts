import { embedderNames, type RankerName, rankerNames } from "@toolcrib/search";
import { InvalidArgumentError, Option } from "commander";

/** `--tools FILE[,FILE]`, which may also be repeated. */
export function createToolsOption(): Option {
  return new Option(
    "--tools <files>",
    "tool definitions: JSON Lines or a JSON array, also gzipped; - is standard input",
  )
    .argParser<string[] | undefined>((value, previous = []) => [...previous, ...splitList(value)])
    .makeOptionMandatory();
}

/** `--ranker NAME`. */
export function createRankerOption(): Option {
  return new Option("--ranker <name>", "how to order the tools").choices(rankerNames);
}

/** `--embedder NAME`. */
export function createEmbedderOption(): Option {
  return new Option(
    "--embedder <name>",
    "what compares meanings: the included table, or the package @toolcrib/encoder",
  ).choices(embedderNames);
}

/** `--languages`. */
export function createLanguagesOption(): Option {
  return new Option("--languages", "read texts in other languages, with the package @toolcrib/languages");
}

/** `--programs [LANGUAGE]`. */
export function createProgramsOption(): Option {
  return new Option(
    "--programs [language]",
    "add run_program, a tool for programs that call tools, with the package @toolcrib/code",
  )
    .choices(["javascript", "python"])
    .preset("javascript");
}

/** `--store PLACE`. */
export function createStoreOption(): Option {
  return new Option("--store <place>", "where data that outlives a request is kept: memory, a folder, or postgres://…");
}

/** `--history FILE`, for commands that rank by what was learned. */
export function createHistoryOption(): Option {
  return new Option("--history <file>", "rank by a history of calls, such as an export of toolcrib learning");
}

/** `--json`. */
export function createJsonOption(): Option {
  return new Option("--json", "print one JSON object to standard output");
}

/** Reads the value of an option that is a whole number of at least 1. */
export function parseCount(value: string): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count) || count < 1 || value.trim() === "") {
    throw new InvalidArgumentError(`Expected a whole number of at least 1, got "${value}".`);
  }
  return count;
}

/** Reads the value of an option that is a share, from 0 to 1. */
export function parseShare(value: string): number {
  const share = Number(value);
  if (!(share >= 0 && share <= 1) || value.trim() === "") {
    throw new InvalidArgumentError(`Expected a share from 0 to 1, such as 0.1, got "${value}".`);
  }
  return share;
}

/** Reads the value of an option that is a list of such numbers: sorted, each once. */
export function parseCounts(value: string): number[] {
  return [...new Set(splitList(value).map(parseCount))].toSorted((left, right) => left - right);
}

/** Reads the value of an option that names two rankers. */
export function parseRankerPair(value: string): readonly [RankerName, RankerName] {
  const names = splitList(value).map((name) => rankerNames.find((known) => known === name));
  const [first, second] = names;
  if (names.length !== 2 || first === undefined || second === undefined || first === second) {
    throw new InvalidArgumentError(`Expected two different rankers of ${rankerNames.join(", ")}, got "${value}".`);
  }
  return [first, second];
}

function splitList(value: string): string[] {
  const entries = value.split(",").map((entry) => entry.trim());
  if (entries.includes("")) {
    throw new InvalidArgumentError("Expected entries separated by commas, got an empty one.");
  }
  return entries;
}
