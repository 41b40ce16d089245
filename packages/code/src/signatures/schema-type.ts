import { oncePer } from "@toolcrib/shared/caches";
import { isRecord } from "@toolcrib/shared/json";
import type { TypeField, TypeSyntax } from "./type-syntax.ts";

/** How much of a schema is written. Schemas come from outside: everything about them is bounded. */
export interface SchemaBounds {
  readonly depth: number;
  readonly nodes: number;
}

const maxFields = 50;
const maxAlternatives = 20;
const maxNameLength = 100;
const maxLiteralLength = 60;
const maxReferenceSteps = 20;
/** No real reference is that long, and each is read as often as the schema leads to it. */
const maxReferenceLength = 4_000;
/** How many characters of a type cost as much as a node. */
const charactersPerStep = 64;

/** A type, and the steps that it took to write it: the same for the same schema. */
export interface WrittenType {
  readonly text: string;
  readonly steps: number;
}

/** A JSON schema as a type. What it cannot express, or what goes beyond the bounds, becomes the unknown type. */
export function schemaType(schema: unknown, syntax: TypeSyntax, bounds: SchemaBounds): WrittenType {
  const writer = new SchemaWriter(schema, syntax, bounds.nodes);
  const text = writer.write(schema, bounds.depth, []);
  return { text, steps: writer.steps };
}

/** The fields of an object schema, each with its type; undefined if it is another schema. */
export function schemaFields(
  schema: unknown,
  syntax: TypeSyntax,
  bounds: SchemaBounds,
): { readonly fields: readonly TypeField[]; readonly steps: number } | undefined {
  if (!isRecord(schema) || !isRecord(schema["properties"])) return undefined;
  const writer = new SchemaWriter(schema, syntax, bounds.nodes);
  const fields = writer.fields(schema, bounds.depth, []);
  return { fields, steps: writer.steps };
}

/** Whether a schema is one of objects whose written fields may all be missing. */
export function allFieldsOptional(schema: unknown): boolean {
  if (!isRecord(schema) || !isRecord(schema["properties"])) return false;
  return writtenFields(schema).every(({ isRequired }) => !isRequired);
}

/** A property of a schema, without its type. */
interface SchemaProperty {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

// References lead to the same schema again and again. What is in its lists is read once.
const writtenFields = oncePer((schema: Readonly<Record<string, unknown>>): readonly SchemaProperty[] => {
  const properties = schema["properties"] as Readonly<Record<string, unknown>>;
  const names: string[] = [];
  for (const name of Object.keys(properties)) {
    if (name.length <= maxNameLength) names.push(name);
    if (names.length === maxFields) break;
  }
  const open = new Set<unknown>(names);
  for (const name of Array.isArray(schema["required"]) ? schema["required"] : []) {
    if (open.size === 0) break;
    open.delete(name);
  }
  return names.map((name) => ({ name, schema: properties[name], isRequired: !open.has(name) }));
});

const hasKeys = oncePer((properties: object): boolean => Object.keys(properties).length > 0);

/** The different values of an enumeration as JSON, up to one more than are written. Long ones are undefined. */
const enumValues = oncePer((values: readonly unknown[]): ReadonlySet<string | undefined> | "not only values" => {
  const found = new Set<string | undefined>();
  for (const value of values) {
    const json = jsonOfValue(value);
    if (json === null) return "not only values";
    if (found.size <= maxAlternatives) found.add(json);
  }
  return found;
});

/** A value as JSON: undefined if it is too long to be written, null if it is no string, number, boolean or null. */
function jsonOfValue(value: unknown): string | undefined | null {
  if (typeof value === "object" && value !== null) return null;
  if (typeof value === "string" && value.length > maxLiteralLength) return undefined;
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) return null;
  return json.length <= maxLiteralLength ? json : undefined;
}

class SchemaWriter {
  /** The work so far. */
  steps = 0;
  readonly #root: unknown;
  readonly #syntax: TypeSyntax;
  #nodes: number;

  constructor(root: unknown, syntax: TypeSyntax, nodes: number) {
    this.#root = root;
    this.#syntax = syntax;
    this.#nodes = nodes;
  }

  /** `open` holds the schemas around this one: a schema within itself is not written again. */
  write(schema: unknown, depth: number, open: readonly unknown[]): string {
    this.#nodes--;
    const isWritten = isRecord(schema) && depth >= 0 && this.#nodes >= 0 && !open.includes(schema);
    const text = isWritten ? this.#known(schema, depth, [...open, schema]) : this.#syntax.unknown;
    this.steps += 1 + Math.floor(text.length / charactersPerStep);
    return text;
  }

  #known(schema: Readonly<Record<string, unknown>>, depth: number, inside: readonly unknown[]): string {
    if (typeof schema["$ref"] === "string") return this.write(this.#resolve(schema["$ref"]), depth, inside);
    if ("const" in schema) return this.#literal(jsonOfValue(schema["const"]));
    if (Array.isArray(schema["enum"])) return this.#enum(schema["enum"]);
    for (const key of ["anyOf", "oneOf"]) {
      const list = schema[key];
      if (Array.isArray(list) && list.length > 0)
        return this.#alternatives(list.slice(0, maxAlternatives + 1).map((each) => this.write(each, depth, inside)));
    }
    const { type, allOf } = schema;
    if (Array.isArray(allOf) && allOf.length > 0) return this.#intersection(schema, allOf, depth, inside);
    if (!Array.isArray(type)) return this.#single(type, schema, depth, inside);
    return this.#alternatives(type.slice(0, maxAlternatives).map((each) => this.#single(each, schema, depth, inside)));
  }

  fields(schema: Readonly<Record<string, unknown>>, depth: number, open: readonly unknown[]): TypeField[] {
    return writtenFields(schema).map(({ name, schema: property, isRequired }) => ({
      name,
      type: this.write(property, depth - 1, open),
      isRequired,
    }));
  }

  #single(type: unknown, schema: Readonly<Record<string, unknown>>, depth: number, open: readonly unknown[]): string {
    const syntax = this.#syntax;
    switch (type ?? (isRecord(schema["properties"]) ? "object" : undefined)) {
      case "string":
      case "number":
      case "integer":
      case "boolean":
      case "null":
        return syntax[type as "string"];
      case "array":
        return this.#array(schema, depth, open);
      case "object":
        return this.#object(schema, depth, open);
      default:
        return syntax.unknown;
    }
  }

  #array({ items, prefixItems }: Readonly<Record<string, unknown>>, depth: number, open: readonly unknown[]): string {
    if (!Array.isArray(prefixItems)) return this.#syntax.list(this.write(items, depth - 1, open));
    return this.#syntax.tuple(prefixItems.slice(0, maxAlternatives).map((item) => this.write(item, depth - 1, open)));
  }

  #object(schema: Readonly<Record<string, unknown>>, depth: number, open: readonly unknown[]): string {
    if (depth <= 0) return this.#syntax.map(this.#syntax.unknown);
    if (isRecord(schema["properties"]) && hasKeys(schema["properties"])) {
      return this.#syntax.object(this.fields(schema, depth, open));
    }
    return this.#syntax.map(this.write(schema["additionalProperties"], depth - 1, open));
  }

  #intersection(
    schema: Readonly<Record<string, unknown>>,
    allOf: readonly unknown[],
    depth: number,
    open: readonly unknown[],
  ): string {
    const parts = allOf.slice(0, maxAlternatives).map((part) => this.write(part, depth, open));
    if (isRecord(schema["properties"])) parts.unshift(this.#object(schema, depth, open));
    const known = unique(parts).filter((part) => part !== this.#syntax.unknown);
    return known.length === 0
      ? this.#syntax.unknown
      : known.length === 1
        ? (known[0] as string)
        : this.#syntax.intersection(known);
  }

  #alternatives(types: readonly string[]): string {
    const different = unique(types);
    if (different.length === 0 || different.includes(this.#syntax.unknown)) return this.#syntax.unknown;
    // A long list of values says little that the plain type does not.
    return different.length > maxAlternatives ? this.#syntax.string : this.#syntax.union(different);
  }

  #enum(values: readonly unknown[]): string {
    const different = enumValues(values);
    if (different === "not only values") return this.#syntax.unknown;
    return this.#alternatives([...different].map((json) => this.#literal(json)));
  }

  #literal(json: string | undefined | null): string {
    if (json === null) return this.#syntax.unknown;
    return json === undefined ? this.#syntax.string : this.#syntax.literal(json);
  }

  #resolve(reference: string): unknown {
    if (!reference.startsWith("#") || reference.length > maxReferenceLength) return undefined;
    const steps = reference.slice(1).split("/", maxReferenceSteps).slice(1);
    let target: unknown = this.#root;
    for (const step of steps) {
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    }
    return target;
  }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
