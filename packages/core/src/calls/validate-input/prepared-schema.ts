import { isRecord } from "@toolcrib/shared/json";
import { rulesOf, type SchemaRules } from "./rules.ts";
import { type TranslatedPattern, translatePattern } from "./translate-pattern.ts";

/** The maximum number of values in a schema; larger ones are not enforced. Generous for real schemas. */
const maxValues = 20_000;
const maxDepth = 100;
const maxReferences = 2_000;
/** The maximum length of all patterns together. */
const maxPatternText = 20_000;
const maxReferenceLength = 1_000;
/** The maximum size of all patterns of a schema together, in instructions. */
const maxPatternSize = 5_000;
/** The cost of compiling one instruction of a pattern, in steps. */
const stepsPerInstruction = 40;

/** A schema that was analysed once. */
export interface PreparedSchema {
  readonly root: unknown;
  /** Patterns by their source; missing ones are not enforced. */
  readonly patterns: ReadonlyMap<string, TranslatedPattern>;
  /** The steps that preparation cost. */
  readonly work: number;
  /** The rules of a subschema. */
  rulesOf(schema: Readonly<Record<string, unknown>>): SchemaRules;
  /** The target of a reference; undefined if it is outside the schema. */
  resolve(reference: string): Target;
}

type Target = { readonly schema: unknown } | undefined;

/**
 * Analyses a schema; undefined if it exceeds the limits. They are counts, so the result is the same on every machine.
 */
export function prepareSchema(root: unknown): PreparedSchema | undefined {
  const facts = new SchemaFacts();
  if (!facts.read(root, 0)) return undefined;
  const patterns = translatePatterns(facts.patterns);
  let size = 0;
  for (const pattern of patterns.values()) size += pattern.size;
  return {
    root,
    patterns,
    work: facts.values + size * stepsPerInstruction,
    rulesOf: remembered(rulesOf),
    resolve: remembered((reference) => resolve(reference, root, facts)),
  };
}

/** Only called with parts of one schema, so the cache is as bounded as the schema. */
function remembered<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key) as Value;
  };
}

class SchemaFacts {
  readonly patterns = new Set<string>();
  readonly anchors = new Map<string, unknown>();
  values = 0;
  references = 0;
  /** Whether a subschema is a resource of its own, so that references in it are relative to it. */
  hasInnerId = false;

  /** Visits a value and everything in it, schema or not; false if there is too much. */
  read(value: unknown, depth: number): boolean {
    if (++this.values > maxValues || depth > maxDepth) return false;
    if (Array.isArray(value)) return value.every((item) => this.read(item, depth + 1));
    if (!isRecord(value)) return true;
    this.#note(value, depth);
    if (this.references > maxReferences) return false;
    return Object.keys(value).every((key) => this.read(value[key], depth + 1));
  }

  #note(schema: Readonly<Record<string, unknown>>, depth: number): void {
    const { pattern, patternProperties, $anchor, $dynamicAnchor, $id } = schema;
    if (typeof pattern === "string") this.patterns.add(pattern);
    if (isRecord(patternProperties)) for (const source of Object.keys(patternProperties)) this.patterns.add(source);
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === "string" && !this.anchors.has(anchor)) this.anchors.set(anchor, schema);
    }
    if (typeof schema["$ref"] === "string" || typeof schema["$dynamicRef"] === "string") this.references++;
    if (depth > 0 && typeof $id === "string") this.hasInnerId = true;
  }
}

function translatePatterns(sources: Iterable<string>): ReadonlyMap<string, TranslatedPattern> {
  const patterns = new Map<string, TranslatedPattern>();
  let sizeLeft = maxPatternSize;
  let textLeft = maxPatternText;
  for (const source of sources) {
    textLeft -= source.length;
    if (textLeft < 0) break;
    const pattern = translatePattern(source);
    if (pattern === undefined || pattern.size > sizeLeft) continue;
    sizeLeft -= pattern.size;
    patterns.set(source, pattern);
  }
  return patterns;
}

function resolve(reference: string, root: unknown, facts: SchemaFacts): Target {
  if (facts.hasInnerId || reference.length > maxReferenceLength) return undefined;
  const id = isRecord(root) && typeof root["$id"] === "string" ? root["$id"].replace(/#$/, "") : "";
  const local = id !== "" && reference.startsWith(id) ? reference.slice(id.length) : reference;
  if (local === "" || local === "#") return { schema: root };
  if (!local.startsWith("#")) return undefined;
  const fragment = decoded(local.slice(1));
  if (fragment === undefined) return undefined;
  if (!fragment.startsWith("/")) {
    return facts.anchors.has(fragment) ? { schema: facts.anchors.get(fragment) } : undefined;
  }
  let schema = root;
  for (const part of fragment.slice(1).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, key)) return undefined;
    schema = (schema as Readonly<Record<string, unknown>>)[key];
  }
  return { schema };
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
