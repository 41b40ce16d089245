import { isRecord } from "@toolcrib/shared/json";
import { rulesOf, type SchemaRules } from "./rules.ts";
import { type TranslatedPattern, translatePattern } from "./translate-pattern.ts";

/** What a schema may hold before it is left alone; generous for schemas that people and generators write. */
const maxValues = 20_000;
const maxDepth = 100;
const maxReferences = 2_000;
/** The length of all patterns together. */
const maxPatternText = 20_000;
const maxReferenceLength = 1_000;
/** The size that all patterns of a schema have together, in instructions. */
const maxPatternSize = 5_000;
/** Compiling an instruction of a pattern costs so many steps. */
const stepsPerInstruction = 40;

/** A schema that was looked through once. */
export interface PreparedSchema {
  readonly root: unknown;
  /** Patterns by their source; those that are missing are not enforced. */
  readonly patterns: ReadonlyMap<string, TranslatedPattern>;
  /** Steps that preparing it cost. */
  readonly work: number;
  /** What a part of it asks. */
  rulesOf(schema: Readonly<Record<string, unknown>>): SchemaRules;
  /** What a reference refers to; undefined when it leads elsewhere. */
  resolve(reference: string): Target;
}

type Target = { readonly schema: unknown } | undefined;

/** Looks through a schema; undefined for one beyond the limits. The limits are on counts, so the answer is the same everywhere. */
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

/** Called with parts of one schema alone, so what is remembered is as bounded as the schema. */
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
  /** Whether a part of the schema is a resource of its own, so that references in it count from there. */
  hasInnerId = false;

  /** Looks at a value and all inside it, schema or not; false when there is too much. */
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
