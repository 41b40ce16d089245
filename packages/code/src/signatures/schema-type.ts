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

/** A JSON schema as a type. What it cannot express, or what goes beyond the bounds, becomes the unknown type. */
export function schemaType(schema: unknown, syntax: TypeSyntax, bounds: SchemaBounds): string {
  return new SchemaWriter(schema, syntax, bounds.nodes).write(schema, bounds.depth, []);
}

/** The fields of an object schema, each with its type; undefined if it is another schema. */
export function schemaFields(schema: unknown, syntax: TypeSyntax, bounds: SchemaBounds): TypeField[] | undefined {
  if (!isRecord(schema) || !isRecord(schema["properties"])) return undefined;
  return new SchemaWriter(schema, syntax, bounds.nodes).fields(schema, bounds.depth, []);
}

class SchemaWriter {
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
    const syntax = this.#syntax;
    this.#nodes--;
    if (!isRecord(schema) || depth < 0 || this.#nodes < 0 || open.includes(schema)) return syntax.unknown;
    const inside = [...open, schema];
    if (typeof schema["$ref"] === "string") return this.write(this.#resolve(schema["$ref"]), depth, inside);
    if ("const" in schema) return this.#literal(schema["const"]);
    if (Array.isArray(schema["enum"])) return this.#alternatives(schema["enum"].map((value) => this.#literal(value)));
    for (const key of ["anyOf", "oneOf"]) {
      const list = schema[key];
      if (Array.isArray(list) && list.length > 0)
        return this.#alternatives(list.slice(0, maxAlternatives + 1).map((each) => this.write(each, depth, inside)));
    }
    if (Array.isArray(schema["allOf"]) && schema["allOf"].length > 0) return this.#intersection(schema, depth, inside);
    const { type } = schema;
    if (!Array.isArray(type)) return this.#single(type, schema, depth, inside);
    return this.#alternatives(type.slice(0, maxAlternatives).map((each) => this.#single(each, schema, depth, inside)));
  }

  fields(schema: Readonly<Record<string, unknown>>, depth: number, open: readonly unknown[]): TypeField[] {
    const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
    const properties = Object.entries(schema["properties"] as Readonly<Record<string, unknown>>);
    return properties
      .filter(([name]) => name.length <= maxNameLength)
      .slice(0, maxFields)
      .map(([name, value]) => ({
        name,
        type: this.write(value, depth - 1, open),
        isRequired: required.includes(name),
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
    if (isRecord(schema["properties"]) && Object.keys(schema["properties"]).length > 0) {
      return this.#syntax.object(this.fields(schema, depth, open));
    }
    return this.#syntax.map(this.write(schema["additionalProperties"], depth - 1, open));
  }

  #intersection(schema: Readonly<Record<string, unknown>>, depth: number, open: readonly unknown[]): string {
    const { allOf, ...own } = schema;
    const parts = (allOf as readonly unknown[]).slice(0, maxAlternatives).map((part) => this.write(part, depth, open));
    if (isRecord(own["properties"])) parts.unshift(this.#object(own, depth, open));
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

  #literal(value: unknown): string {
    const json = typeof value === "object" && value !== null ? undefined : JSON.stringify(value);
    if (json === undefined) return this.#syntax.unknown;
    return json.length <= maxLiteralLength ? this.#syntax.literal(json) : this.#syntax.string;
  }

  #resolve(reference: string): unknown {
    if (!reference.startsWith("#")) return undefined;
    const steps = reference.slice(1).split("/").slice(1, maxReferenceSteps);
    let target: unknown = this.#root;
    for (const step of steps) {
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    }
    return target;
  }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
