import type { CatalogueTool, JsonSchema } from "./catalogue-tool.ts";

/** The texts of a tool that every peer gets, one a field. */
export interface ToolText {
  /** `mcp__github__createIssue` as `github create Issue`. */
  readonly name: string;
  readonly description: string;
  readonly argumentNames: string;
  readonly argumentDescriptions: string;
}

const deepestArgument = 4;

export function readToolText(tool: CatalogueTool): ToolText {
  const names: string[] = [];
  const descriptions: string[] = [];
  collectArguments(tool.input_schema, 0, names, descriptions);
  return {
    name: splitIdentifier(tool.name.replace(/^mcp__/, "")),
    description: tool.description ?? "",
    argumentNames: names.map(splitIdentifier).join(" "),
    argumentDescriptions: descriptions.join(" "),
  };
}

/** Everything in one text, for engines that know no fields. */
export function joinToolText(text: ToolText): string {
  return `${text.name} ${text.description} ${text.argumentNames} ${text.argumentDescriptions}`;
}

/** Words of an identifier, split at underscores, punctuation and changes of case. */
export function splitIdentifier(identifier: string): string {
  return identifier
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function collectArguments(schema: unknown, depth: number, names: string[], descriptions: string[]): void {
  if (!isSchema(schema) || depth > deepestArgument) {
    return;
  }
  if (depth > 0 && typeof schema.description === "string") {
    descriptions.push(schema.description);
  }
  if (isSchema(schema.properties)) {
    for (const [name, argument] of Object.entries(schema.properties)) {
      names.push(name);
      collectArguments(argument, depth + 1, names, descriptions);
    }
  }
  const items = Array.isArray(schema.items) ? schema.items : [schema.items];
  for (const item of items) {
    collectArguments(item, depth + 1, names, descriptions);
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
