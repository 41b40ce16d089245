import { readArgumentNames, readObject, readText } from "./static-values.ts";
import {
  type Constants,
  calledName,
  keyOf,
  nodesIn,
  propertyValue,
  type SyntaxNode,
  unwrap,
  visitAll,
} from "./syntax.ts";

/** A tool as its server's code defines it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly args: readonly string[];
}

const toolName = /^[A-Za-z][\w./-]{1,90}$/;
const minDescriptionLength = 8;
const schemaFields =
  "inputSchema parameters input_schema schema input inputs argsSchema paramsSchema args params inputShape paramSchema zodSchema arguments inputZod shape".split(
    " ",
  );
const otherToolFields =
  "handler execute annotations run call invoke func fn title category callback outputSchema".split(" ");
const certainSchemaFields = ["inputSchema", "input_schema", "parameters", "schema"];

/** How sure a shape of code is to be a tool's definition; the surest shape that names a tool is taken. */
const certainty = { objectWithHints: 1, entryOfMap: 2, objectWithSchema: 3, registration: 4 } as const;

export class DefinitionFinder {
  readonly #found = new Map<string, { definition: ToolDefinition; certainty: number }>();

  /** The definitions seen; those that only look a little like one are left out where there are better ones. */
  definitions(): ToolDefinition[] {
    const all = [...this.#found.values()];
    const certain = all.filter((entry) => entry.certainty > certainty.objectWithHints);
    return (certain.length > 0 ? certain : all).map((entry) => entry.definition);
  }

  read(root: SyntaxNode, constants: Constants): void {
    visitAll(root, (node) => {
      if (node.type === "ObjectExpression") this.#readObject(node, constants);
      else if (node.type === "ClassBody") this.#readClass(node, constants);
      else if (node.type === "CallExpression" || node.type === "NewExpression") this.#readCall(node, constants);
    });
  }

  #add(name: string | null, text: string | null, schema: unknown, constants: Constants, how: number): void {
    if (name === null || text === null || !toolName.test(name)) return;
    const description = text.replace(/\s+/g, " ").trim();
    if (description.length < minDescriptionLength || how <= (this.#found.get(name)?.certainty ?? 0)) return;
    const args = readArgumentNames(schema, constants);
    this.#found.set(name, { definition: { name, description, args }, certainty: how });
  }

  #readObject(object: SyntaxNode, constants: Constants): void {
    const name = propertyValue(object, "name");
    const description = propertyValue(object, "description");
    if (name !== null && description !== null && hasAny(object, [...schemaFields, ...otherToolFields])) {
      const how = hasAny(object, certainSchemaFields) ? certainty.objectWithSchema : certainty.objectWithHints;
      this.#add(readText(name, constants), readText(description, constants), schemaOf(object), constants, how);
    }
    for (const property of nodesIn(object["properties"])) this.#readEntry(property, constants);
  }

  /** `{ get_page: { description, parameters, execute } }` */
  #readEntry(property: SyntaxNode, constants: Constants): void {
    const value = property.type === "ObjectProperty" ? unwrap(property["value"]) : null;
    if (value?.type !== "ObjectExpression" || hasAny(value, ["type", "name"])) return;
    if (!hasAny(value, ["inputSchema", "parameters", "execute", "handler"])) return;
    const description = readText(propertyValue(value, "description"), constants);
    this.#add(keyOf(property), description, schemaOf(value), constants, certainty.entryOfMap);
  }

  /** `class GetPage { name = "get_page"; description = "…" }` */
  #readClass(body: SyntaxNode, constants: Constants): void {
    const field = (...names: string[]): unknown =>
      nodesIn(body["body"]).find((member) => member.type === "ClassProperty" && names.includes(keyOf(member) ?? ""))?.[
        "value"
      ];
    const name = readText(field("name", "toolName"), constants);
    const description = readText(field("description", "toolDescription"), constants);
    this.#add(name, description, field(...schemaFields), constants, certainty.objectWithSchema);
  }

  /** `server.tool("get_page", "…", schema)`, `registerTool("get_page", { description })`, with the server first or not. */
  #readCall(call: SyntaxNode, constants: Constants): void {
    if (!/tool/i.test(calledName(call) ?? "")) return;
    const given = nodesIn(call["arguments"]);
    if (given.length < 2) return;
    const first = readText(given[0], constants);
    const isNamedFirst = first !== null && toolName.test(first);
    const name = isNamedFirst ? first : readText(given[1], constants);
    const [about, next, last] = given.slice(isNamedFirst ? 1 : 2);
    const options = about?.type === "StringLiteral" ? null : readObject(about, constants);
    const described = options === null ? null : propertyValue(options, "description");
    if (options !== null && described !== null) {
      this.#add(name, readText(described, constants), schemaOf(options), constants, certainty.registration);
      return;
    }
    const text = readText(about, constants);
    const longer = next?.type === "ObjectExpression" ? null : readText(next, constants);
    const isTitleFirst = text !== null && longer !== null && longer.length > text.length;
    const description = isTitleFirst ? longer : text;
    this.#add(name, description, isTitleFirst ? last : next, constants, certainty.registration);
  }
}

function hasAny(object: SyntaxNode, names: readonly string[]): boolean {
  return names.some((name) => propertyValue(object, name) !== null);
}

function schemaOf(object: SyntaxNode): SyntaxNode | null {
  const field = schemaFields.find((name) => propertyValue(object, name) !== null);
  return field === undefined ? null : propertyValue(object, field);
}
