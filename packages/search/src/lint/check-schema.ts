import { isRecord } from "@toolcrib/shared/json";
import type { AddFinding } from "./add-finding.ts";
import type { LintedTool } from "./linted-tool.ts";

const maxNamed = 5;

/** Checks the arguments of a tool. */
export function checkSchema(tool: LintedTool, largeSchemaCharacters: number, add: AddFinding): void {
  const { schema } = tool;
  const characters = jsonLength(schema);
  if (characters > largeSchemaCharacters) {
    add(
      tool,
      "large_schema",
      `Its input schema has ${characters} characters; ${largeSchemaCharacters} are a lot already.`,
    );
  }
  const properties = propertiesOf(schema);
  const undescribed = properties.filter(([, property]) => !isDescribed(property)).map(([name]) => name);
  if (undescribed.length > 0 && undescribed.length * 2 >= properties.length) {
    const named = undescribed.slice(0, maxNamed).join(", ");
    const more = undescribed.length > maxNamed ? ` and ${undescribed.length - maxNamed} more` : "";
    const message =
      properties.length === 1
        ? `Its argument ${named} has no description.`
        : `${undescribed.length} of its ${properties.length} arguments have no description: ${named}${more}.`;
    add(tool, "undescribed_arguments", message);
  }
}

function propertiesOf(schema: unknown): [string, unknown][] {
  const properties = isRecord(schema) ? schema["properties"] : undefined;
  return isRecord(properties) ? Object.entries(properties) : [];
}

/** A title or a list of values also counts as a description. */
function isDescribed(property: unknown): boolean {
  if (!isRecord(property)) {
    return false;
  }
  const { description, enum: values, const: value } = property;
  return (typeof description === "string" && description.trim() !== "") || Array.isArray(values) || value !== undefined;
}

/** Zero for values without JSON, such as a cyclic schema. */
function jsonLength(schema: unknown): number {
  try {
    return (JSON.stringify(schema) as string | undefined)?.length ?? 0;
  } catch {
    return 0;
  }
}
