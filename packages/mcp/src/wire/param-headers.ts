import { isRecord } from "@toolcrib/shared/json";
/** A tool argument that is mirrored in an HTTP header, `Mcp-Param-{name}`. */
export interface ParamHeader {
  readonly name: string;
  /** The path to the argument. */
  readonly path: readonly string[];
  readonly type: "string" | "integer" | "boolean";
}

/** The headers that an input schema declares, or why its declarations are invalid. */
export type ParamHeaders =
  | { readonly isValid: true; readonly headers: readonly ParamHeader[] }
  | { readonly isValid: false; readonly problem: string };

const annotation = "x-mcp-header";
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

/** The keywords with subschemas, besides `properties`. Nothing in them may be mirrored. */
const schemas = [
  "items",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
];
const listsOfSchemas = ["prefixItems", "oneOf", "anyOf", "allOf", "items"];
const mapsOfSchemas = ["patternProperties", "dependentSchemas", "$defs", "definitions"];

interface Place {
  readonly schema: unknown;
  /** The argument with this schema, and its parent; undefined for the root. */
  readonly key?: string;
  readonly parent?: Place;
  /** Whether only `properties` lead here, so that the argument's path is known without its value. */
  readonly isReachable: boolean;
}

/** Reads the `x-mcp-header` annotations of an input schema. One invalid annotation makes all of them invalid. */
export function readParamHeaders(inputSchema: unknown): ParamHeaders {
  const headers: ParamHeader[] = [];
  const names = new Set<string>();
  // An explicit stack: a server's schema may be nested more deeply than the call stack allows.
  const places: Place[] = [{ schema: inputSchema, isReachable: true }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { schema, isReachable } = place;
    if (!isRecord(schema)) continue;
    if (Object.hasOwn(schema, annotation)) {
      const problem = problemOf(schema, place, names);
      if (problem !== undefined) return { isValid: false, problem };
      const name = schema[annotation] as string;
      names.add(name.toLowerCase());
      headers.push({ name, path: pathOf(place), type: schema["type"] as ParamHeader["type"] });
    }
    for (const inner of unreachableSchemas(schema)) places.push({ schema: inner, isReachable: false });
    for (const [key, property] of entriesOf(schema["properties"])) {
      places.push({ schema: property, key, parent: place, isReachable });
    }
  }
  return { isValid: true, headers };
}

function pathOf(place: Place): readonly string[] {
  const path: string[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent) path.push(at.key);
  return path.reverse();
}

function problemOf(
  schema: Readonly<Record<string, unknown>>,
  { key, isReachable }: Place,
  names: ReadonlySet<string>,
): string | undefined {
  const name = schema[annotation];
  if (!isReachable || key === undefined) return `${annotation} is allowed only where nothing but properties leads`;
  if (typeof name !== "string" || !token.test(name)) return `${annotation} is not the name of a header`;
  if (!types.has(schema["type"])) return `${annotation} is allowed for a string, an integer or a boolean`;
  return names.has(name.toLowerCase()) ? `${annotation} is declared twice for ${name}` : undefined;
}

function unreachableSchemas(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [
    ...schemas.map((key) => schema[key]),
    ...listsOfSchemas.flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : [])),
    ...mapsOfSchemas.flatMap((key) => entriesOf(schema[key]).map(([, value]) => value)),
  ];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}
