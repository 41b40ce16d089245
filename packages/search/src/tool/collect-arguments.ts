import { isRecord } from "@toolcrib/shared/json";
/** The searchable text of a JSON Schema. */
export interface ArgumentText {
  readonly names: string;
  readonly descriptions: string;
}

const deepest = 4;
const maxArguments = 200;
const maxCharacters = 8_000;
const maxNodes = 2_000;

/**
 * Collects argument names and descriptions from a JSON Schema, including nested ones.
 * Limited in depth and size, so that cyclic or huge schemas cost no more than large ones.
 */
export function collectArguments(schema: unknown): ArgumentText {
  const names: string[] = [];
  const descriptions: string[] = [];
  let characters = 0;
  let nodes = 0;
  const visit = (node: unknown, depth: number): void => {
    if (!isRecord(node) || depth > deepest || ++nodes > maxNodes) {
      return;
    }
    const properties = node["properties"];
    if (isRecord(properties)) {
      for (const name of Object.keys(properties)) {
        if (names.length >= maxArguments) {
          return;
        }
        const property = properties[name];
        const description = isRecord(property) ? property["description"] : undefined;
        names.push(name.slice(0, 200));
        if (typeof description === "string" && characters < maxCharacters) {
          descriptions.push(description.slice(0, 1_000));
          characters += Math.min(description.length, 1_000);
        }
        visit(property, depth + 1);
      }
    }
    visit(node["items"], depth + 1);
    for (const key of ["anyOf", "oneOf", "allOf"]) {
      const branches = node[key];
      if (Array.isArray(branches)) {
        for (const branch of branches) {
          visit(branch, depth + 1);
        }
      }
    }
  };
  visit(schema, 0);
  return { names: names.join(" "), descriptions: descriptions.join(" ") };
}
