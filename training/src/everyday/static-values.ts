import {
  type Constants,
  calledName,
  isNode,
  keyOf,
  nodesIn,
  propertyValue,
  type SyntaxNode,
  unwrap,
} from "./syntax.ts";

const maxSteps = 8;
const maxArguments = 25;
const schemaCalls = new Set(["freeze", "object", "strictObject", "looseObject"]);
const schemaRefinements = new Set(
  "strict extend describe passthrough refine superRefine optional merge partial omit pick default transform".split(" "),
);
const schemaWords = new Set(["type", "required", "properties", "additionalProperties", "$schema"]);
const argumentName = /^[A-Za-z_$][\w$.-]*$/;

/** The text that an expression amounts to without running it, or null. What cannot be known inside a text is left out. */
export function readText(value: unknown, constants: Constants, steps = 0): string | null {
  const node = unwrap(value);
  if (node === null || steps > maxSteps) return null;
  switch (node.type) {
    case "StringLiteral":
      return String(node["value"]);
    case "TemplateLiteral":
      return readTemplate(node, constants, steps);
    case "TaggedTemplateExpression":
      return readText(node["quasi"], constants, steps + 1);
    case "BinaryExpression":
      return readSum(node, constants, steps);
    case "Identifier":
      return readText(constants.get(String(node["name"])), constants, steps + 1);
    case "MemberExpression":
      return readText(readMember(node, constants, steps), constants, steps + 1);
    case "CallExpression":
      return readCall(node, constants, steps);
    case "LogicalExpression":
      return readText(node["right"], constants, steps + 1) ?? readText(node["left"], constants, steps + 1);
    case "ConditionalExpression":
      return readText(node["consequent"], constants, steps + 1) ?? readText(node["alternate"], constants, steps + 1);
    default:
      return null;
  }
}

function readTemplate(node: SyntaxNode, constants: Constants, steps: number): string {
  const expressions = nodesIn(node["expressions"]);
  return nodesIn(node["quasis"])
    .map((quasi, index) => {
      const cooked = (quasi["value"] as { cooked?: unknown }).cooked;
      return `${typeof cooked === "string" ? cooked : ""}${readText(expressions[index], constants, steps + 1) ?? ""}`;
    })
    .join("");
}

/** A sum of texts leans to the left, one level a line of text, so its levels are no steps. */
function readSum(node: SyntaxNode, constants: Constants, steps: number): string | null {
  if (node["operator"] !== "+") return null;
  const parts: (string | null)[] = [];
  let rest: SyntaxNode | null = node;
  while (rest !== null && rest.type === "BinaryExpression" && rest["operator"] === "+") {
    parts.unshift(readText(rest["right"], constants, steps + 1));
    rest = unwrap(rest["left"]);
  }
  parts.unshift(readText(rest, constants, steps + 1));
  return parts.every((part) => part === null) ? null : parts.map((part) => part ?? "").join("");
}

function readMember(node: SyntaxNode, constants: Constants, steps: number): SyntaxNode | null {
  const object = readObject(node["object"], constants, steps + 1);
  const property = node["property"];
  if (object === null || !isNode(property)) return null;
  const name = node["computed"] === true ? readText(property, constants, steps + 1) : property["name"];
  return typeof name === "string" ? propertyValue(object, name) : null;
}

/** `text.trim()`, `[…].join()`, and a call that wraps a text, such as a translation with its default. */
function readCall(node: SyntaxNode, constants: Constants, steps: number): string | null {
  const callee = node["callee"];
  const name = calledName(node);
  if (isNode(callee) && callee.type === "MemberExpression" && isNode(callee["object"])) {
    if (name === "trim" || name === "trimStart" || name === "replace") {
      return readText(callee["object"], constants, steps + 1);
    }
    if (name === "join" && callee["object"].type === "ArrayExpression") {
      const lines = nodesIn(callee["object"]["elements"]);
      return lines.map((line) => readText(line, constants, steps + 1) ?? "").join(" ");
    }
  }
  const texts = nodesIn(node["arguments"])
    .slice(0, 3)
    .map((argument) => readText(argument, constants, steps + 1))
    .filter((text): text is string => text !== null && text !== "");
  const isPlainCall = isNode(callee) && callee.type === "Identifier";
  return texts.find((text) => text.includes(" ")) ?? (isPlainCall ? (texts[0] ?? null) : null);
}

/** The object that an expression amounts to, looking through constants and schema builders. */
export function readObject(value: unknown, constants: Constants, steps = 0): SyntaxNode | null {
  const node = unwrap(value);
  if (node === null || steps > maxSteps) return null;
  if (node.type === "ObjectExpression") return node;
  if (node.type === "Identifier") return readObject(constants.get(String(node["name"])), constants, steps + 1);
  if (node.type === "CallExpression") {
    const name = calledName(node) ?? "";
    const callee = node["callee"];
    if (schemaRefinements.has(name) && !schemaCalls.has(name) && isNode(callee)) {
      return readObject(callee["object"], constants, steps + 1);
    }
    return readObject(nodesIn(node["arguments"])[0], constants, steps + 1);
  }
  if (node.type === "MemberExpression") {
    const property = node["property"];
    if (isNode(property) && property["name"] === "shape") return readObject(node["object"], constants, steps + 1);
    return readObject(readMember(node, constants, steps), constants, steps + 1);
  }
  return null;
}

/** The argument names of a JSON Schema, a schema builder or a plain map of arguments. */
export function readArgumentNames(schema: unknown, constants: Constants): string[] {
  const object = readObject(schema, constants);
  if (object === null) return [];
  const properties = propertyValue(object, "properties");
  const map = properties === null ? object : readObject(properties, constants);
  return nodesIn(map?.["properties"])
    .map(keyOf)
    .filter((name): name is string => name !== null && argumentName.test(name) && !schemaWords.has(name))
    .slice(0, maxArguments);
}
