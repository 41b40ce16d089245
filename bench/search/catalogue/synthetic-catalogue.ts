import { createRandomSource, type RandomSource } from "../../../packages/cli/src/metrics/random.ts";
import type { CatalogueTool, JsonSchema } from "./catalogue-tool.ts";
import { argumentNames, clauses, nameProduct, nouns, qualifiers, verbs } from "./synthetic-words.ts";

const toolsPerServer = 25;
/** Shares no divisor with the number of pairs, so no pair comes twice in one server. */
const stride = 7919;

/** Tools that look like those of many MCP servers, made one at a time and the same in every run. */
export function* generateTools(count: number): Generator<CatalogueTool> {
  for (let number = 0; number < count; number++) {
    yield generateTool(number);
  }
}

export function generateTool(number: number): CatalogueTool {
  const { random, server, verb, noun, qualifier } = describeNumber(number);
  const clause = pick(clauses, random);
  const other = pickCommon(nouns, random);
  return {
    name: `mcp__${server}__${spellName([verb, qualifier, noun], number)}`,
    description: `${capitalise(verb)} ${qualifier} ${noun} entries of a ${other} in ${capitalise(server)}. ${clause}`,
    input_schema: generateSchema(noun, random),
    server,
  };
}

/** Requests for some of the tools, in words that their definitions hold. */
export function generateQueries(count: number, toolCount: number): string[] {
  return Array.from({ length: count }, (_, position) => {
    const { server, verb, noun, qualifier } = describeNumber(Math.floor((position * toolCount) / count));
    return position % 3 === 0 ? `${verb} the ${qualifier} ${noun} in ${server}` : `${verb} ${qualifier} ${noun}s`;
  });
}

interface ToolNumber {
  readonly random: RandomSource;
  readonly server: string;
  readonly verb: string;
  readonly noun: string;
  readonly qualifier: string;
}

function describeNumber(number: number): ToolNumber {
  const random = createRandomSource(number);
  const serverNumber = Math.floor(number / toolsPerServer);
  const pair = (serverNumber * 104729 + (number % toolsPerServer) * stride) % (verbs.length * nouns.length);
  return {
    random,
    server: nameProduct(serverNumber),
    verb: verbs[pair % verbs.length] ?? "",
    noun: nouns[Math.floor(pair / verbs.length)] ?? "",
    qualifier: pickCommon(qualifiers, random),
  };
}

function generateSchema(noun: string, random: RandomSource): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const count = 1 + Math.floor(random() * 5);
  for (let position = 0; position < count; position++) {
    const name = pickCommon(argumentNames, random);
    properties[name] = { description: `The ${name.replaceAll("_", " ")} of the ${noun} to work on.` };
  }
  return { properties };
}

function spellName(words: readonly string[], number: number): string {
  return number % 3 === 0
    ? words.map((word, position) => (position === 0 ? word : capitalise(word))).join("")
    : words.join(number % 3 === 1 ? "_" : "-");
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function pick(words: readonly string[], random: RandomSource): string {
  return words[Math.floor(random() * words.length)] ?? "";
}

/** Prefers the words at the front of the list, as language does. */
function pickCommon(words: readonly string[], random: RandomSource): string {
  return words[Math.floor(random() ** 2 * words.length)] ?? "";
}
